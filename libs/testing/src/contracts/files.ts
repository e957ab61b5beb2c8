import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where the contracts are committed: `<consumer>-<provider>.json`, and partners' own in `partners/<name>/`. */
export const contractFolder = join(import.meta.dirname, '../../../../contracts');

interface Contract {
  interactions: { type: string; description: string }[];
}

/**
 * Holds the contracts that were just made against the committed ones. `CONTRACTS=write` (`npm run contracts`) commits them instead.
 * @param made folder that the consumer's tests wrote to
 */
export function settleContracts(consumer: string, made: string): void {
  const found = globSync(`${consumer}-*.json`, { cwd: made }).sort();
  const isWriting = process.env['CONTRACTS'] === 'write';
  for (const file of found) {
    const text = inOrder(readFileSync(join(made, file), 'utf8'));
    const committed = join(contractFolder, file);
    if (isWriting) {
      mkdirSync(contractFolder, { recursive: true });
      writeFileSync(committed, text);
    }
    const before = existsSync(committed) ? readFileSync(committed, 'utf8') : '';
    assert.deepEqual(
      JSON.parse(text),
      before === '' ? {} : JSON.parse(before),
      `${file} differs; if that is meant, run \`npm run contracts\``,
    );
  }
  const listed = globSync(`${consumer}-*.json`, { cwd: contractFolder }).map((file) => basename(file));
  assert.deepEqual(listed.toSorted(), found, 'contracts of nobody are to be removed');
}

/** The same contract with its interactions in one order. */
function inOrder(text: string): string {
  const contract = JSON.parse(text) as Contract;
  const nameOf = ({ type, description }: Contract['interactions'][number]): string => `${type} ${description}`;
  const interactions = contract.interactions.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  return `${JSON.stringify({ ...contract, interactions }, undefined, 2)}\n`;
}
