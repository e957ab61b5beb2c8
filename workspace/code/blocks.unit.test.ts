import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, faultsOf } from './blocks.ts';
import { frames } from './frames.ts';

const root = join(import.meta.dirname, '../..');

test('every TypeScript block of the pages compiles, and a wrong one does not', async () => {
  const blocks = blocksOf(root);
  assert.ok(blocks.length > 30, `${blocks.length} blocks`);
  const wrong = {
    name: 'wrong',
    file: 'docs/wrong.ts',
    text: `import { toMinor } from '@partner-ordering/kernel';\ntoMinor('12', 'EUR');`,
  };
  const faults = await faultsOf(root, [...blocks, wrong]);
  const isOfWrong = (line: string): boolean => line.startsWith(wrong.file);
  assert.deepEqual(
    faults.filter((line) => !isOfWrong(line)),
    [],
  );
  assert.match(faults.find(isOfWrong) ?? '', /not assignable/);
});

test('each frame belongs to a block', () => {
  const names = new Set(blocksOf(root).map(({ name }) => name));
  assert.deepEqual(
    Object.keys(frames).filter((name) => !names.has(name)),
    [],
  );
});
