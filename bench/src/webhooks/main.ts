import { createClient, givenToken } from '@partner-ordering/client';
import { prepareDatabase } from '../cluster.ts';
import { gid, orderBody } from '../dataset.ts';
import { readOptions } from '../options.ts';
import { machineText, table } from '../report.ts';
import { migrate, startOurs, type BenchSetup } from '../sides.ts';
import { onStage } from '../stage.ts';
import { measureDeliveries, measureOrders, type DeliveryFigures, type Latencies } from './measure.ts';
import { startStand, type Size } from './stand.ts';

// `npm run bench:webhooks`, see docs/performance.md.

const options = readOptions({ BENCH_PROJECTS: '10000', BENCH_ONLY: 'orders,deliveries', ...process.env });
const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const size: Size = { organizations: number('BENCH_WEBHOOK_ORGANIZATIONS', 100), webhooks: 10 };
const events = number('BENCH_WEBHOOK_EVENTS', 100);
const orders = number('BENCH_ORDERS', 200);

interface Findings {
  orders?: Latencies;
  deliveries?: DeliveryFigures;
}

const measured = await onStage(options, async (setup) => ({ found: await measureAll(setup), postgresVersion: setup.cluster.version }));
if (measured) console.log(`\n${machineText(measured.postgresVersion, new Date())}\n\n${tableOf(measured.found)}\n`);
process.exit();

async function measureAll(setup: BenchSetup): Promise<Findings> {
  const has = (part: string): boolean => options.only.includes(part);
  const found: Findings = {};
  if (has('orders')) found.orders = await ofOrders(setup);
  if (!has('deliveries')) return found;
  console.log(`${size.organizations * size.webhooks} webhooks …`);
  const stand = await startStand(setup, size);
  // What is measured later is compiled.
  await measureDeliveries(stand, setup.cluster.pid, 1);
  console.log(`${events} events for each of them …`);
  found.deliveries = await measureDeliveries(stand, setup.cluster.pid, events);
  await stand.stop();
  return found;
}

async function ofOrders(setup: BenchSetup): Promise<Latencies> {
  console.log('From the commit of an order to the receiver …');
  const ours = await startOurs(setup, setup.cluster.url(await prepareDatabase(setup.cluster, options, (url) => migrate(setup, url))));
  const stand = await startStand(setup, { organizations: 1, webhooks: 1 }, [gid('organization', 0)]);
  const api = createClient({ url: `http://127.0.0.1:${ours.port}`, auth: givenToken(setup.issuer.token(gid('user', 0))) });
  const order = (index: number): Promise<unknown> => api.createProject(orderBody(0, index));
  // The first ones compile what is measured later.
  await measureOrders(stand, Math.ceil(orders / 10), order);
  const latencies = await measureOrders(stand, orders, order);
  await stand.stop();
  await ours.stop();
  return latencies;
}

function tableOf({ orders: ofOrder, deliveries }: Findings): string {
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const times = ({ p50Ms, p99Ms, longestMs }: Latencies): string => `${ms(p50Ms)}, ${ms(p99Ms)}, ${ms(longestMs)}`;
  const lines = [['', 'figure', 'aim']];
  if (ofOrder) lines.push([`order → request at the receiver, p50, p99, longest of ${ofOrder.count}`, times(ofOrder), '50 ms, 500 ms']);
  if (deliveries) {
    const { deliveries: count, seconds, cpu } = deliveries;
    lines.push([
      `${count.toLocaleString('en')} deliveries to ${size.organizations * size.webhooks} webhooks`,
      `${seconds.toFixed(1)} s`,
      '60 s',
    ]);
    lines.push(['… per second', Math.round(count / seconds).toLocaleString('en'), '']);
    const [node, postgres] = cpu.map((used) => `${((used / count) * 1e6).toFixed(0)} µs`);
    lines.push(['… CPU per delivery, notifications and PostgreSQL', `${node}, ${postgres}`, '']);
  }
  return table(lines, 1);
}
