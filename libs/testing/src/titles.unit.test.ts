import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { settleTitles, titleCollector, type TitleList, type Titles } from './titles.ts';

const folder = mkdtempSync(join(tmpdir(), 'titles-'));
const wanted = (changes: Partial<TitleList> = {}): TitleList => ({
  ...{ mode: 'check', list: join(folder, 'titles.txt'), retired: join(folder, 'retired.tsv'), isOptional: false, isStrict: true },
  ...changes,
});
const ran = (...titles: string[]): Titles => ({
  counts: new Map([...new Set(titles)].map((title) => [title, titles.filter((other) => other === title).length])),
  skippedSuites: [],
});
const listed = (): string => readFileSync(wanted().list, 'utf8');

describe('settleTitles', () => {
  beforeEach(() => {
    rmSync(wanted().retired, { force: true });
    writeFileSync(wanted().list, 'a > one\na > two\t2\n');
  });
  after(() => rmSync(folder, { recursive: true }));

  test('passes while every title came as often as listed', () => {
    assert.deepEqual(settleTitles(ran('a > two', 'a > one', 'a > two'), wanted()), {
      problems: [],
      remarks: ['all 3 tests are as listed'],
    });
  });

  test('fails for a title that is missing, or came less often', () => {
    const { problems } = settleTitles(ran('a > two'), wanted());
    assert.deepEqual(
      problems.map((problem) => problem.split('\n')[0]),
      ['this test is gone: a > one', 'this test is gone: a > two'],
    );
  });

  test('passes for a missing title with a reason, fails for one without', () => {
    writeFileSync(wanted().retired, '# title, reason\na > one\tits rule is gone\n');
    assert.deepEqual(settleTitles(ran('a > two', 'a > two'), wanted()).problems, []);
    writeFileSync(wanted().retired, 'a > one\t \n');
    assert.deepEqual(settleTitles(ran('a > two', 'a > two'), wanted()).problems, ['this test was retired without a reason: a > one']);
  });

  test('fails for a title that is not listed where it is strict, and only says so elsewhere', () => {
    const found = ran('a > one', 'a > two', 'a > two', 'a > three');
    assert.match(settleTitles(found, wanted()).problems.join(), /not listed: a > three\n.*npm run titles/);
    const lenient = settleTitles(found, wanted({ isStrict: false }));
    assert.deepEqual([lenient.problems.length, lenient.remarks.length], [0, 1]);
  });

  test('passes for what stands in a suite that is skipped here, and keeps it in the list', () => {
    const found = { ...ran('b'), skippedSuites: ['a'] };
    assert.deepEqual(settleTitles(found, wanted({ isStrict: false })).problems, []);
    settleTitles(found, wanted({ mode: 'write' }));
    assert.equal(listed(), 'a > one\na > two\t2\nb\n');
  });

  test('writes the list sorted, but never without a title that has no reason to be missing', () => {
    assert.equal(settleTitles(ran('b'), wanted({ mode: 'write' })).problems.length, 2);
    assert.equal(listed(), 'a > one\na > two\t2\n');
    writeFileSync(wanted().retired, 'a > one\told\na > two\told\n');
    assert.deepEqual(settleTitles(ran('c', 'b', 'c'), wanted({ mode: 'write' })).problems, []);
    assert.equal(listed(), 'b\nc\t2\n');
  });

  test('fails without a list, unless it is optional', () => {
    rmSync(wanted().list);
    assert.equal(settleTitles(ran('b'), wanted()).problems.length, 1);
    assert.deepEqual(settleTitles(ran('b'), wanted({ isOptional: true })).problems, []);
    assert.ok(!existsSync(wanted().list));
  });
});

test('the path of a test is made of the suites around it, whatever file they come from, without gids', () => {
  const titles = titleCollector();
  const started = (name: string, nesting: number) => titles.take({ type: 'test:start', data: { name, nesting } } as TestEvent);
  const ended = (name: string, nesting: number, type: 'suite' | 'test', skip?: boolean) =>
    titles.take({ type: 'test:pass', data: { name, nesting, details: { type }, skip } } as unknown as TestEvent);
  started('outer', 0);
  for (const name of ['one', 'two\nlines', `["gid","==","${randomUUID()}"] finds a`, randomUUID().toUpperCase(), 'x'.repeat(400)]) {
    started(name, 1);
    ended(name, 1, 'test');
  }
  ended('outer', 0, 'suite');
  started('skipped', 0);
  ended('skipped', 0, 'suite', true);
  started('/somewhere/broken.test.ts', 0);
  ended('/somewhere/broken.test.ts', 0, 'test');
  assert.deepEqual(
    [...titles.counts.keys()],
    [
      'outer > one',
      'outer > two lines',
      'outer > ["gid","==","<gid>"] finds a',
      'outer > <gid>',
      `outer > ${'x'.repeat(300)}… (400 characters)`,
    ],
  );
  assert.deepEqual(titles.skippedSuites, ['skipped']);
});
