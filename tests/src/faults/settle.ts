import { eventually } from '@partner-ordering/testing';
import { count, stepsInto, type Outcome, type Stage } from './fault.ts';
import type { Load } from './load.ts';

/** Waits until every event has arrived everywhere and all checks hold; answers how long that took. Throws when `limitMs` is over. */
export async function settle({ checks }: Pick<Stage, 'checks'>, limitMs: number): Promise<number> {
  const startedAt = performance.now();
  await eventually(
    async () => {
      await checks.assertReplicated();
      await checks.assertBooked();
      await checks.assertReceipts();
    },
    { timeoutMs: limitMs, intervalMs: 100 },
  );
  await checks.assertHistories();
  return performance.now() - startedAt;
}

/** Ends the load and counts what came of its orders. */
export async function settleLoad(stage: Stage, load: Load, limitMs = 30_000): Promise<Omit<Outcome, 'times'>> {
  const brokenPromises: string[] = [];
  const notes: string[] = [];
  const attempt = stepsInto(brokenPromises);
  await attempt('orders', () => load.stop());
  await attempt('checks', async () => {
    const ms = await settle(stage, limitMs);
    notes.push(`${load.orders.length} orders, all follow-up work done within ${(ms / 1000).toFixed(1)} s`);
  });
  return { ...(await count(stage, load.orders)), longestOutageMs: load.longestOutageMs, brokenPromises, notes };
}

/** The receipts that have no PDF yet. */
export async function unrenderedReceipts({ checks }: Pick<Stage, 'checks'>): Promise<number> {
  const [row] = await checks.rows<{ count: number }>('billing', 'select count(*)::int from receipt where file_url is null');
  return row!.count;
}
