import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { random, type Random } from '@partner-ordering/testing';

interface Item {
  gid: string;
  created_at: string;
}
interface Entry {
  kind: string;
  item: Item;
}

const { linesOf, merged } = (await import(join(import.meta.dirname, '../../../console/src/order/timeline/entries.ts'))) as {
  merged: (sources: readonly { items: readonly Entry[]; hasEarlier: boolean }[]) => Entry[];
  linesOf: (entries: readonly Entry[]) => Entry[][];
};

const SEED = 20_261_129;
const timeOf = (second: number): string => new Date(second * 1000).toISOString();
const entryOf = (kind: string, number: number, second: number, more: object = {}): Entry => ({
  kind,
  item: { gid: String(number).padStart(6, '0'), created_at: timeOf(second), ...more },
});

/** Things that happened, several of them within one second, each of one of the sources. */
function thingsOf(r: Random): { all: Entry[]; sources: Entry[][] } {
  const kinds = ['message', 'step', 'comment', 'share'].slice(0, 1 + r.int(4));
  let second = 0;
  const all = Array.from({ length: r.int(60) }, (_, number) => entryOf(r.pick(kinds), number, (second += r.pick([0, 0, 1, 30]))));
  return { all, sources: kinds.map((kind) => all.filter((entry) => entry.kind === kind)) };
}

test('all that is loaded stands in its order, up to the newest gap, until nothing is missing', () => {
  const r = random(SEED);
  for (let round = 0; round < 500; round++) {
    const { all, sources } = thingsOf(r);
    const page = 1 + r.int(9);
    for (let count = page; ; count += page) {
      const parts = sources.map((items) => ({ items: items.slice(-count).toReversed(), hasEarlier: items.length > count }));
      const shown = merged(parts);
      assert.deepEqual(shown, all.slice(all.length - shown.length), `round ${round}, ${count} of each`);
      const gaps = parts.filter(({ hasEarlier }) => hasEarlier);
      if (gaps.length === 0) {
        assert.equal(shown.length, all.length);
        break;
      }
      assert.ok(
        gaps.some(({ items }) => items.at(-1) === shown[0]),
        `round ${round}, ${count} of each: more could be shown`,
      );
    }
  }
});

const people = [{ gid: 'ada' }, { gid: 'kim' }];
const numbersIn = (lines: readonly Entry[][]): number[][] => lines.map((line) => line.map(({ item }) => Number(item.gid)));

test('works and files that one person added in one go are one line, and every other entry has its own', () => {
  const r = random(SEED);
  for (let round = 0; round < 200; round++) {
    let second = 0;
    const entries = Array.from({ length: r.int(30) }, (_, number) => {
      const [kind, person] = [r.pick(['work', 'brief', 'source', 'comment']), r.pick(people)];
      return entryOf(kind, number, (second += r.pick([0, 20, 900])), kind === 'work' ? { worker: person } : { added_by: person });
    });
    const lines = linesOf(entries);
    assert.deepEqual(lines.flat(), entries);
    const keyOf = ({ kind, item }: Entry): string => `${kind} ${JSON.stringify({ ...item, gid: '', created_at: '' })}`;
    for (const [index, { item, kind }] of entries.entries()) {
      const [before, after] = [entries[index - 1], entries[index]!];
      const isSoon = before !== undefined && Date.parse(item.created_at) - Date.parse(before.item.created_at) < 600_000;
      const isTogether = lines.some((line) => line.includes(after) && before !== undefined && line.includes(before));
      assert.equal(isTogether, isSoon && kind !== 'comment' && keyOf(before) === keyOf(after), `round ${round}, entry ${index}`);
    }
  }
});

test('a delivery, its answer, its files and a proposal are told by their messages alone', () => {
  const [ada] = people;
  const proposal = entryOf('step', 2, 20, { command: 'propose' });
  const lines = linesOf([
    entryOf('step', 1, 10, { command: 'request_proposal' }),
    proposal,
    entryOf('message', 3, 20, { type: 'simple', proposal: proposal.item }),
    entryOf('step', 4, 30, { command: 'propose' }),
    entryOf('message', 5, 40, { type: 'delivery' }),
    entryOf('step', 6, 40, { command: 'deliver' }),
    entryOf('message', 7, 50, { type: 'reject' }),
    entryOf('step', 8, 50, { command: 'reject' }),
    entryOf('message', 9, 60, { type: 'accept' }),
    entryOf('step', 10, 60, { command: 'accept' }),
    entryOf('source', 11, 60, { added_by: ada }),
    entryOf('source', 12, 70, { added_by: ada }),
  ]);
  assert.deepEqual(numbersIn(lines), [[1], [3], [4], [5], [7], [9], [12]]);
});
