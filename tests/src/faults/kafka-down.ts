import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { measured, seconds, stepsInto, type Fault, type Stage } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad, unrenderedReceipts } from './settle.ts';

const DRAINED_WITHIN_MS = 60_000;
const SAID_WITHIN_MS = 30_000;
const INSTANCES = 3;

/** Events wait in the outboxes, without an effect on orders. */
export const kafkaDown: Fault = {
  name: 'Kafka down',
  promise:
    'every request is answered as ever; every instance of ordering says that events wait, and of all services soon that none does; all receipts get their PDF',
  instances: INSTANCES,
  async run(stage, isShort) {
    const downMs = isShort ? 10_000 : 60_000;
    const load = startLoad(stage.customers, { lanes: 2, restMs: 50 });
    await delay(1_000);
    await stage.containers.kafka.cut();
    await delay(downMs);
    const placedCount = load.orders.length;
    const lags = await lagsOf(stage, ['ordering']);
    await stage.containers.kafka.restore();
    const outcome = await settleLoad(stage, load, DRAINED_WITHIN_MS);
    if (load.refusals.length > 0) outcome.brokenPromises.push(`${load.refusals.length} requests were refused: ${load.refusals[0]}`);
    if (placedCount === 0) outcome.brokenPromises.push('nothing was ordered');
    if (!lags.every((lag) => lag > 0)) outcome.brokenPromises.push(`outbox_lag_seconds was ${lags.join(', ')} while the broker was away`);
    const attempt = stepsInto(outcome.brokenPromises);
    await attempt('outbox_lag_seconds', () =>
      eventually(async () => assert.deepEqual(new Set(await lagsOf(stage, serviceNames)), new Set([0])), { timeoutMs: SAID_WITHIN_MS }),
    );
    await attempt('PDFs', () => eventually(async () => (await unrenderedReceipts(stage)) === 0, { timeoutMs: SAID_WITHIN_MS }));
    const waited = `ordering's events waited ${seconds(Math.min(...lags) * 1_000)}`;
    return { ...outcome, times: 1, notes: [`${downMs / 1000} s`, waited, ...outcome.notes] };
  },
};

/** `outbox_lag_seconds` of each instance; NaN for one that does not say. */
const lagsOf = (stage: Stage, services: readonly ServiceName[]): Promise<number[]> =>
  Promise.all(
    services.flatMap((name) =>
      Array.from({ length: INSTANCES }, async (_, instance) => (await measured(stage, name, 'outbox_lag_seconds', instance))[0] ?? NaN),
    ),
  );
