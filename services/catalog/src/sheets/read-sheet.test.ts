import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { csv } from '../fixtures/sheets.ts';
import { sheetLines } from './read-sheet.ts';

const aborting = new AbortController();
const content = Buffer.from(csv(...Array.from({ length: 100_000 }, () => ['product', 'solo', 2])));

test('a sheet whose first line takes too long fails with this reason', async () => {
  await assert.rejects(sheetLines(content, aborting.signal, 1).next(), { message: /^takes more than 0.001 seconds to read/ });
});

test('the process that reads a sheet ends with its signal', async () => {
  const lines = sheetLines(content, aborting.signal);
  assert.deepEqual((await lines.next()).value, { line: 1, cells: ['product', 'solo', '2'] });
  aborting.abort();
  await assert.rejects(Readable.from(lines).toArray(), { name: 'AbortError' });
});
