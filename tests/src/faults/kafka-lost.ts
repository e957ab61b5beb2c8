import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { Kafka, logLevel } from 'kafkajs';
import { stop } from '../program.ts';
import { demoGids } from '../test-system.ts';
import { measured, seconds, stepsInto, type Fault, type Outcome, type Stage } from './fault.ts';
import { startLoad, type Load } from './load.ts';
import { settleLoad } from './settle.ts';

/** Both follow ordering: whatever they have not read when it is lost can only come from there again. */
const away: readonly ServiceName[] = ['billing', 'notifications'];
/** The restart of the broker, and of consumers. */
const REPORTED_WITHIN_MS = 90_000;
const RECOVERED_WITHIN_MS = 60_000;
const followers = serviceNames.filter((name) => name !== 'files');

/** The broker comes back with an empty folder. */
export const kafkaLogLost: Fault = {
  name: "Kafka's folder deleted",
  promise: 'no request is refused; consumption stops, is reported, and after `recover` every replica, receipt and webhook agrees',
  instances: 1,
  run: (stage) =>
    rehearse(stage, async (load) => {
      const placed = load.orders.length;
      await eventually(() => load.orders.length > placed + 5, { timeoutMs: 30_000 });
      const lost = load.orders.length;
      await stage.containers.loseKafkaLog();
      for (const name of away) await stage.processes.restart(name);
      // Until the new log reaches further than the old one did.
      await eventually(() => load.orders.length > 2 * lost + 5, { timeoutMs: 60_000 });
      return { stopped: followers };
    }),
};

/** The facts that a service has not read are removed by the broker. */
export const kafkaLogPassed: Fault = {
  name: 'Retention of one minute',
  promise: 'unread facts that it removes are reported, never skipped; after `recover` every replica, receipt and webhook agrees',
  instances: 1,
  run: (stage) =>
    rehearse(stage, async () => {
      const { KAFKA_TOPIC_PREFIX: prefix = '' } = stage.processes.variables;
      const topic = `${prefix}ordering.facts`;
      const admin = new Kafka({ brokers: [stage.containers.kafka.address], logLevel: logLevel.NOTHING }).admin();
      // The broker removes old segments, and never the newest.
      const setRetention = (value: number) => {
        const settings = { 'cleanup.policy': 'delete', 'retention.ms': value, 'segment.ms': 5_000 };
        const configEntries = Object.entries(settings).map(([name, each]) => ({ name, value: String(each) }));
        return admin.alterConfigs({ validateOnly: false, resources: [{ type: 2, name: topic, configEntries }] });
      };
      await admin.connect();
      try {
        const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)]));
        await setRetention(60_000);
        const arePassed = async () =>
          (await admin.fetchTopicOffsets(topic)).some(({ partition, low }) => Number(low) > ends.get(partition)!);
        await eventually(arePassed, { timeoutMs: 180_000, intervalMs: 500 });
        await setRetention(-1);
      } finally {
        await admin.disconnect();
      }
      for (const name of away) await stage.processes.restart(name);
      return { stopped: ['notifications'] };
    }),
};

/** Causes a loss while services are away and clients order, waits for the report, recovers, and compares. */
async function rehearse(stage: Stage, lose: (load: Load) => Promise<{ stopped: readonly ServiceName[] }>): Promise<Outcome> {
  const { processes, customers } = stage;
  const receiver = await startReceiver();
  const manager = await processes.signIn('manager@example.com');
  const { gid } = await manager.api.createWebhook(demoGids.harbourBakery, { url: receiver.url });
  const load = startLoad(customers, { lanes: 2, restMs: 100 });
  await delay(2_000);
  for (const name of away) await stop(processes.program(name), 'SIGKILL');
  const broken: string[] = [];
  const notes: string[] = [];
  const attempt = stepsInto(broken);
  const { stopped } = await lose(load);
  const lostAt = performance.now();
  const areReported = async () => (await Promise.all(stopped.map((name) => isReported(stage, name)))).every(Boolean);
  await attempt('report', () => eventually(areReported, { timeoutMs: REPORTED_WITHIN_MS, intervalMs: 500 }));
  notes.push(`reported after ${seconds(performance.now() - lostAt)}`);
  for (const name of serviceNames) {
    const { status } = await fetch(`${processes.urlOf(name)}/readyz`);
    if (status !== 200) broken.push(`${name} is not ready: ${status}`);
  }
  const numbers = [0, 0];
  for (const name of serviceNames)
    await attempt('recover', async () => {
      const [, states, kept] = /: (\d+) states and (\d+) kept/.exec(await processes.command(name, 'recover'))!;
      numbers[0]! += Number(states);
      numbers[1]! += Number(kept);
    });
  notes.push(`${numbers[0]} states and ${numbers[1]} kept events published again`);
  const outcome = await settleLoad(stage, load, RECOVERED_WITHIN_MS);
  await attempt('webhooks', () => eventually(() => assertSent(load, receiver), { timeoutMs: RECOVERED_WITHIN_MS, intervalMs: 500 }));
  await attempt('report', () => eventually(async () => !(await isReported(stage, 'billing')), { timeoutMs: 30_000, intervalMs: 500 }));
  await manager.api.deleteWebhook(demoGids.harbourBakery, gid);
  await receiver.close();
  if (load.refusals.length > 0) broken.push(`${load.refusals.length} requests were refused: ${load.refusals[0]}`);
  return {
    ...outcome,
    times: 1,
    brokenPromises: [...broken, ...outcome.brokenPromises],
    notes: [...notes, `${receiver.received.length} webhooks`, ...outcome.notes],
  };
}

const isReported = async (stage: Stage, name: ServiceName): Promise<boolean> =>
  (await measured(stage, name, 'consumer_stopped_partitions')).some((partitions) => partitions > 0);

/** Throws unless the receiver has each event of each finished order, under one id. */
async function assertSent({ orders }: Load, { received }: Receiver): Promise<void> {
  const ids = new Map<string, Set<string>>();
  for (const { body } of received) {
    const { id, type, data } = JSON.parse(body) as { id: string; type: string; data: { project?: { gid: string } } };
    const name = `${data.project?.gid} ${type}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(id));
  }
  const types = ['project.created', 'project.published', 'project.work_posted', 'project.finished'];
  const wanted = orders.filter(({ isFinished }) => isFinished).flatMap((order) => types.map((type) => `${order.gid} ${type}`));
  const missing = wanted.filter((name) => !ids.has(name));
  const doubled = wanted.filter((name) => (ids.get(name)?.size ?? 0) > 1);
  if (missing.length + doubled.length > 0)
    throw new Error(`${missing.length} of ${wanted.length} events missing, ${doubled.length} doubled`);
}
