import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad } from './settle.ts';

const DRAINED_WITHIN_MS = 60_000;

/** Events wait in the outboxes, without an effect on orders. */
export const kafkaDown: Fault = {
  name: 'Kafka down',
  promise: 'every request is answered as ever; a minute later all events have arrived, and all receipts are made',
  instances: 1,
  async run(stage, isShort) {
    const downMs = isShort ? 10_000 : 60_000;
    const load = startLoad(stage.customers, { lanes: 2, restMs: 50 });
    await delay(1_000);
    await stage.containers.kafka.cut();
    await delay(downMs);
    const placedCount = load.orders.length;
    await stage.containers.kafka.restore();
    const outcome = await settleLoad(stage, load, DRAINED_WITHIN_MS);
    if (load.refusals.length > 0) outcome.brokenPromises.push(`${load.refusals.length} requests were refused: ${load.refusals[0]}`);
    if (placedCount === 0) outcome.brokenPromises.push('nothing was ordered');
    return { ...outcome, times: 1, notes: [`${downMs / 1000} s`, ...outcome.notes] };
  },
};
