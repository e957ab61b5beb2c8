import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@partner-ordering/kernel';
import { eventually, startReceiver } from '@partner-ordering/testing';
import { Kafka, logLevel } from 'kafkajs';
import { orderOf } from '../orders.ts';
import { stop } from '../program.ts';
import { demoGids } from '../test-system.ts';
import { count, measured, seconds, stepsInto, type Fault, type Stage } from './fault.ts';
import { startLoad, type Load, type Order } from './load.ts';
import { settleLoad } from './settle.ts';

/** The heap that the chart gives notifications, which alone follows the facts of ordering. */
const NODE_OPTIONS = '--max-old-space-size=128';
/** 2.65 million objects. */
const LONG_MESSAGE = `{"specversion":"1.0","data":[${'{},'.repeat(2_650_000)}{}]}`;
const LIMIT_MS = 30_000;
/** The feed does not wait for a long event. */
const GOES_ON_WITHIN_MS = 10_000;
const TOPIC = 2;

/** Another program writes an event of 8 MB; then somebody lets the topic take less than an order needs. */
export const longEvents: Fault = {
  name: 'Events that are too long',
  promise: 'they are set aside, everything else goes on, a start is refused, and commands end both',
  instances: 1,
  async run(stage) {
    const { processes, customers } = stage;
    const broken: string[] = [];
    const notes: string[] = [];
    const attempt = stepsInto(broken);
    await stop(processes.program('notifications'));
    await processes.restart('notifications', { NODE_OPTIONS });
    const receiver = await startReceiver();
    const manager = await processes.signIn('manager@example.com');
    const { gid: webhook } = await manager.api.createWebhook(demoGids.harbourBakery, { url: receiver.url });
    const isSent = (project: string, type: string) =>
      receiver.received.some(({ body }) => body.includes(project) && (JSON.parse(body) as { type: string }).type === type);
    await using topic = await openTopic(stage, 'ordering.facts');
    const load = startLoad(customers, { lanes: 2, restMs: 100 });

    await topic.setLongest(16 * 1_048_576);
    await eventually(() => topic.write(LONG_MESSAGE), { timeoutMs: LIMIT_MS });
    const writtenAt = performance.now();
    await attempt('an event of 8 MB', async () => {
      await eventually(async () => assert.equal(await setAside(stage, 'notifications'), 1), { timeoutMs: LIMIT_MS });
      await laterOrder(load, ({ gid }) => isSent(gid, 'project.finished'), GOES_ON_WITHIN_MS);
      notes.push(`one dead letter, later webhooks after ${seconds(performance.now() - writtenAt)}`);
      const [place] = (await processes.command('notifications', 'dead')).split(' ');
      await processes.command('notifications', 'discard', place!, 'written by a rehearsal');
      await eventually(async () => assert.equal(await setAside(stage, 'notifications'), 0), { timeoutMs: LIMIT_MS });
    });

    await topic.setLongest(16_384);
    const long = orderOf(customers.offer, { title: 'Long', state: 'published', description: `<p>${'x'.repeat(20_000)}</p>` });
    let gid = '';
    await attempt('a topic that takes 16 kB', async () => {
      // The broker may learn of a setting later than it says.
      const isRefused = async (): Promise<void> => {
        ({ gid } = await customers.user.api.createProject(long));
        await delay(1_000);
        assert.notEqual(await setAside(stage, 'ordering'), 0);
      };
      await eventually(isRefused, { timeoutMs: LIMIT_MS });
      await laterOrder(load, async (order) => order.isFinished && (await count(stage, [order])).lostOrders === 0);
      notes.push('other receipts beside refused events');
      const refusal = await processes.command('ordering').catch((error: unknown) => (error as Error).message);
      assert.match(refusal, /Cannot start: topic \S+ordering\.facts has max\.message\.bytes=16384, below 2097152/);
      assert.ok(!isSent(gid, 'project.published'), 'the long event was sent');
    });
    await topic.setLongest(2_097_152);
    await attempt('replay', async () => {
      await processes.command('ordering', 'replay');
      await eventually(() => isSent(gid, 'project.published'), { timeoutMs: LIMIT_MS });
      await eventually(async () => assert.equal(await setAside(stage, 'ordering'), 0), { timeoutMs: LIMIT_MS });
    });
    const outcome = await settleLoad(stage, load, 60_000);
    await manager.api.deleteWebhook(demoGids.harbourBakery, webhook);
    await receiver.close();
    if (load.refusals.length > 0) broken.push(`${load.refusals.length} requests were refused: ${load.refusals[0]}`);
    return { ...outcome, times: 2, brokenPromises: [...broken, ...outcome.brokenPromises], notes: [...notes, ...outcome.notes] };
  },
};

/** What a service says of its messages that were set aside. */
const setAside = async (stage: Stage, name: ServiceName): Promise<number | undefined> => (await measured(stage, name, 'dead_letters'))[0];

/** Waits until this is true of an order that begins from now on. */
async function laterOrder({ orders }: Load, isSo: (order: Order) => boolean | Promise<boolean>, timeoutMs = LIMIT_MS): Promise<void> {
  const known = orders.length;
  const areSo = async (): Promise<boolean> => (await Promise.all(orders.slice(known).map(isSo))).some(Boolean);
  await eventually(areSo, { timeoutMs });
}

/** A topic, as its operator and other programs reach it. */
async function openTopic({ containers, processes }: Stage, name: string) {
  const { KAFKA_TOPIC_PREFIX: prefix = '' } = processes.variables;
  const topic = `${prefix}${name}`;
  const kafka = new Kafka({ brokers: [containers.kafka.address], logLevel: logLevel.NOTHING });
  const [admin, producer] = [kafka.admin(), kafka.producer()];
  await Promise.all([admin.connect(), producer.connect()]);
  return {
    write: (value: string) => producer.send({ topic, messages: [{ key: 'project/of-another-program', value }] }),
    async setLongest(bytes: number): Promise<void> {
      const settings = { 'cleanup.policy': 'delete', 'retention.ms': -1, 'max.message.bytes': bytes };
      const configEntries = Object.entries(settings).map(([setting, value]) => ({ name: setting, value: String(value) }));
      await admin.alterConfigs({ validateOnly: false, resources: [{ type: TOPIC, name: topic, configEntries }] });
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all([admin.disconnect(), producer.disconnect()])),
  };
}
