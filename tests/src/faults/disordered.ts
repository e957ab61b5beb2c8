import { setTimeout as delay } from 'node:timers/promises';
import { kafkaTransport, type Received, type Transport } from '@partner-ordering/messaging';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { pino } from 'pino';
import { stop } from '../program.ts';
import { membershipPath } from '../orders.ts';
import { demoGids } from '../test-system.ts';
import type { Fault, Stage } from './fault.ts';
import { startLoad, type Load } from './load.ts';
import { settle, settleLoad } from './settle.ts';

/** Gives a consumer that was away its messages in another order, each twice, in portions with pauses. */
export const messagesDisordered: Fault = {
  name: 'Messages doubled, disordered, delayed',
  promise: 'replicas equal their sources',
  instances: 1,
  async run(stage, isShort) {
    const times = isShort ? 1 : 2;
    const transport = await openTransport(stage);
    const outcome = { lostOrders: 0, doubledOrders: 0, longestOutageMs: 0, brokenPromises: [] as string[], notes: [] as string[] };
    let messages = 0;
    for (let count = 0; count < times; count++) {
      let load: Load | undefined;
      const place = async (): Promise<void> => {
        load = startLoad(stage.customers);
        await delay(2_000);
        await load.stop();
      };
      messages += await deliverDisordered(stage, transport, { consumer: 'billing', topics: ['ordering.state', 'ordering.facts'] }, place);
      const { lostOrders, doubledOrders, brokenPromises, notes } = await settleLoad(stage, load!);
      messages += await deliverDisordered(stage, transport, { consumer: 'ordering', topics: ['identity.state', 'catalog.state'] }, () =>
        edit(stage, count),
      );
      await settle(stage, 30_000);
      outcome.lostOrders += lostOrders;
      outcome.doubledOrders += doubledOrders;
      outcome.brokenPromises.push(...brokenPromises);
      outcome.notes = notes;
    }
    await transport.close();
    return { ...outcome, times, notes: [`${messages} messages`, ...outcome.notes] };
  },
};

const openTransport = ({ processes: { variables }, containers }: Stage): Promise<Transport> =>
  kafkaTransport({
    brokers: [containers.kafka.address],
    clientId: 'disorder',
    prefix: variables['KAFKA_TOPIC_PREFIX']!,
    logger: pino({ level: 'silent' }),
  });

/** Changes what ordering follows, each several times. */
async function edit({ customers: { admin, offer } }: Stage, round: number): Promise<void> {
  const { body } = await admin.get('/v1/prices', { parameters: { query: ['product.gid', '==', offer.product], limit: 100 } });
  const price = body.items.find((one: { organization: unknown }) => one.organization === null).href;
  for (let step = 0; step < 8; step++) {
    const monthly_budget = { amount: 5_000_000 + round * 100 + step, currency: 'EUR' };
    const answers = [
      await admin.put(price, { amount: 400 + round * 100 + step }),
      await admin.put(membershipPath(demoGids.users.user), { monthly_budget }),
      await admin.put(`/v1/organizations/${offer.organization}`, { name: `Harbour Bakery ${round} ${step}` }),
    ];
    for (const { status } of answers) if (status !== 204) throw new Error(`an edit was answered ${status}`);
  }
}

/** Withholds a consumer's messages during `work` and then delivers them out of order. Returns their number. */
async function deliverDisordered(
  { processes, checks, random }: Stage,
  transport: Transport,
  { consumer, topics }: { consumer: 'billing' | 'ordering'; topics: readonly string[] },
  work: () => Promise<void>,
): Promise<number> {
  const offsetsBefore = new Map<string, ReadonlyMap<number, number>>();
  for (const topic of topics) offsetsBefore.set(topic, await transport.ends(topic));
  await stop(processes.program(consumer), 'SIGKILL');
  await work();
  for (const name of serviceNames)
    if (name !== consumer)
      await eventually(async () => (await checks.rows(name, 'select 1 from outbox limit 1')).length === 0, { timeoutMs: 20_000 });

  const missedMessages: Received[] = [];
  for (const topic of topics) {
    const ends = await transport.ends(topic);
    const isMissed = ({ partition, position }: Received): boolean =>
      position > (offsetsBefore.get(topic)!.get(partition) ?? 0) && position <= (ends.get(partition) ?? 0);
    await transport.read(topic, (batch) => void missedMessages.push(...batch.filter(isMissed)));
    for (const [partition, position] of ends)
      await checks.rows(consumer, 'update consumer_offset set position = $3 where topic = $1 and partition = $2', [
        topic,
        partition,
        position,
      ]);
  }
  const shuffledMessages = shuffled([...missedMessages, ...missedMessages], random);
  const writer = await transport.begin('disorder');
  const portion = Math.ceil(shuffledMessages.length / 4);
  for (let from = 0; from < shuffledMessages.length; from += portion) {
    for (const message of shuffledMessages.slice(from, from + portion)) await writer.append(message.topic, [message]);
    if (from === 0) await processes.restart(consumer);
    await delay(random() * 500);
  }
  await writer.close();
  return shuffledMessages.length;
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const otherIndex = Math.floor(random() * (last + 1));
    [items[last], items[otherIndex]] = [items[otherIndex]!, items[last]!];
  }
  return items;
}
