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
    const placed = load.orders.length;
    await stage.containers.kafka.mend();
    const outcome = await settleLoad(stage, load, DRAINED_WITHIN_MS);
    if (load.refused.length > 0) outcome.broken.push(`${load.refused.length} requests were refused: ${load.refused[0]}`);
    if (placed === 0) outcome.broken.push('nothing was ordered');
    return { ...outcome, times: 1, notes: [`${downMs / 1000} s`, ...outcome.notes] };
  },
};
