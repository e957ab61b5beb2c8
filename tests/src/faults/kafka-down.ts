import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { measured, type Fault, type Stage } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad } from './settle.ts';

const DRAINED_WITHIN_MS = 60_000;
const SAID_WITHIN_MS = 30_000;
const INSTANCES = 2;

/** Events wait in the outboxes, without an effect on orders. */
export const kafkaDown: Fault = {
  name: 'Kafka down',
  promise: 'every request is answered as ever; a minute later all events have arrived, all receipts are made, and every instance says so',
  instances: INSTANCES,
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
    await eventually(async () => (await lagsOf(stage)).every((lag) => lag === 0), { timeoutMs: SAID_WITHIN_MS }).catch(async () => {
      outcome.brokenPromises.push(`outbox_lag_seconds stays at ${(await lagsOf(stage)).join(', ')}`);
    });
    return { ...outcome, times: 1, notes: [`${downMs / 1000} s`, ...outcome.notes] };
  },
};

/** `outbox_lag_seconds` of each instance; NaN for one that does not say. */
const lagsOf = (stage: Stage): Promise<number[]> =>
  Promise.all(
    serviceNames.flatMap((name) =>
      Array.from({ length: INSTANCES }, async (_, instance) => (await measured(stage, name, 'outbox_lag_seconds', instance))[0] ?? NaN),
    ),
  );
