import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestService } from './service.ts';

/**
 * Defines the tests that the books of a service tell of each number of rows that is kept wrongly. They change the database and leave it as
 * it was; its books have to close.
 * @param counted the tables of which a number is kept, all of them
 */
export function keptCountTests(started: () => Pick<TestService, 'service'>, counted: readonly string[]): void {
  const query = <Row>(text: string, ...values: string[]) => started().service.database.query<Row>({ text, values });

  test('know every number of rows that is kept', async () => {
    const kept = await query<{ counted: string }>('select distinct counted from kept_count order by counted');
    assert.deepEqual(
      kept.map((row) => row.counted),
      counted.toSorted(),
    );
  });

  for (const table of counted)
    test(`do not close for a number of rows of ${table} that is not kept right`, async () => {
      const by = (change: string) => query(`update kept_count set number = number + ${change} where counted = $1 and part = 1`, table);
      await by('1');
      const [breach, ...others] = await started().service.checkBooks();
      assert.deepEqual([breach?.rule, others], [`${table}_count`, []]);
      const { kept, there } = breach!.rows[0] as { kept: string; there: string };
      assert.equal(Number(kept), Number(there) + 1);
      await by('-1');
      assert.deepEqual(await started().service.checkBooks(), []);
    });
}
