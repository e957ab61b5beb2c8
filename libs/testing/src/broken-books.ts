import assert from 'node:assert/strict';
import type { Books } from '@partner-ordering/http';
import type { TestService } from './service.ts';

/** The rules of the books that do not hold after these statements, which are then taken back. `$1` in a statement is `value`. */
export async function brokenBy(
  { service }: Pick<TestService, 'service'>,
  books: Books,
  statements: readonly string[],
  value: string,
): Promise<string[]> {
  const broken: string[] = [];
  const changed = service.database.transactional(async (tx) => {
    for (const text of statements) await tx.query({ text, values: [value] });
    for (const [rule, text] of Object.entries(books)) if ((await tx.query({ text, values: [] })).length > 0) broken.push(rule);
    throw new Error('taken back');
  });
  await assert.rejects(changed, /taken back/);
  return broken;
}
