import assert from 'node:assert/strict';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { spawnLimited } from './limited-process.ts';

const fixtures = join(import.meta.dirname, '../fixtures');
const secret = join(import.meta.dirname, '../../package.json');
const reachedWith = (reads?: readonly string[]) => {
  const program = join(fixtures, 'reaching-process.ts');
  const signal = AbortSignal.timeout(20_000);
  return json(spawnLimited({ program, args: [secret], ...(reads && { reads }), maxHeapMib: 64, signal }).stdout);
};

test('a process that may read one folder reads no other file, writes none, and starts no process and no thread', async () => {
  const refused = 'ERR_ACCESS_DENIED';
  assert.deepEqual(await reachedWith([fixtures]), { own: null, secret: refused, write: refused, process: refused, thread: refused });
  const all = { own: null, secret: null, write: null, process: null, thread: null };
  assert.deepEqual(await reachedWith(), all, 'without folders it may do all of it');
});
