import assert from 'node:assert/strict';
import type { IntegrityChecks } from '@partner-ordering/service';
import type { TestService } from './service.ts';

/** The integrity checks that fail after these statements, which are then taken back. `$1` in a statement is `value`. */
export async function failingChecksAfter(
  { service }: Pick<TestService, 'service'>,
  integrityChecks: IntegrityChecks,
  statements: readonly string[],
  value: string,
): Promise<string[]> {
  const failingRules: string[] = [];
  const change = service.database.transactional(async (tx) => {
    for (const text of statements) await tx.query({ text, values: [value] });
    for (const [rule, text] of Object.entries(integrityChecks))
      if ((await tx.query({ text, values: [] })).length > 0) failingRules.push(rule);
    throw new Error('taken back');
  });
  await assert.rejects(change, /taken back/);
  return failingRules;
}
