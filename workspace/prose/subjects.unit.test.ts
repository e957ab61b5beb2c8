import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitFaults, subjectFaults } from './subjects.ts';

test('a subject begins with a verb in the imperative, has its form and at most 72 characters', () => {
  assert.deepEqual(subjectFaults('feat(ordering): cancel a project'.replace('cancel', 'close')), []);
  assert.deepEqual(subjectFaults('fix(data,http)!: count each row once'), []);
  for (const [subject, fault] of [
    ['fix(data): rows are counted once', /'rows' is no verb/],
    ['fix(data): counts each row once', /'counts' is no verb/],
    ['Count each row once', /reads `type\(scope\)/],
    ['fix(data): count each row once.', /without a full stop/],
    [`fix(data): count ${'x'.repeat(60)}`, /at most 72 characters/],
  ] as const)
    assert.match(subjectFaults(subject).join(), fault, subject);
});

test('a perf or refactor says why in its body, and history has no merges', () => {
  const commit = { parents: 1, subject: 'perf(data)!: count each row once', body: 'A count read every row twice.' };
  assert.deepEqual(commitFaults(commit), []);
  assert.deepEqual(commitFaults({ ...commit, subject: 'fix(data): count each row once', body: '' }), []);
  assert.match(commitFaults({ ...commit, body: '' }).join(), /says why in its body/);
  assert.match(commitFaults({ ...commit, subject: 'refactor: move it', body: 'Co-authored-by: A <a@b.c>' }).join(), /says why/);
  assert.match(commitFaults({ ...commit, parents: 2 }).join(), /History is linear/);
});
