import { createClient, givenToken } from '@partner-ordering/client';
import { gid, orderBody } from '../dataset.ts';
import { readOptions } from '../options.ts';
import { table } from '../report.ts';
import { prepareDatabase, startOurs, type BenchSetup } from '../sides.ts';
import { onStage } from '../stage.ts';
import { measureDeliveries, measureOrders, type Latencies } from './measure.ts';
import { startWebhookBench } from './bench.ts';

// `npm run bench:webhooks`, see docs/operators/performance.md.

const options = readOptions({ BENCH_PROJECTS: '10000', BENCH_ONLY: 'orders,deliveries', ...process.env });
const size = { organizations: Math.ceil(options.projects / 100), webhooks: 10 };
const [events, orders] = [10, 20].map((perSecond) => Math.ceil(perSecond * options.seconds)) as [number, number];

await onStage(options, async (setup) => {
  const lines = [['', 'figure', 'aim']];
  if (options.parts.includes('orders')) {
    const { p50Ms, p99Ms } = await measureOrderWebhooks(setup);
    const times = [p50Ms, p99Ms].map((value) => `${value.toFixed(0)} ms`).join(', ');
    lines.push([`order → request at the receiver, p50, p99 of ${orders}`, times, '50 ms, 500 ms']);
  }
  if (options.parts.includes('deliveries')) {
    const webhooks = size.organizations * size.webhooks;
    console.log(`${webhooks} webhooks …`);
    const bench = await startWebhookBench(setup, size);
    await measureDeliveries(bench, 1); // compiles what is measured
    console.log(`${events} events for each of them …`);
    const { deliveries, seconds, cpuSeconds } = await measureDeliveries(bench, events);
    await bench.stop();
    lines.push(
      [`${deliveries.toLocaleString('en')} deliveries to ${webhooks} webhooks`, `${seconds.toFixed(1)} s`, '60 s'],
      ['… per second', Math.round(deliveries / seconds).toLocaleString('en'), ''],
      ['… CPU per delivery of notifications', `${((cpuSeconds / deliveries) * 1e6).toFixed(0)} µs`, ''],
    );
  }
  return table(lines, 1);
});

async function measureOrderWebhooks(setup: BenchSetup): Promise<Latencies> {
  console.log('From the commit of an order to the receiver …');
  const side = await startOurs(setup, await prepareDatabase(setup, options));
  const bench = await startWebhookBench(setup, { organizations: 1, webhooks: 1 }, [gid('organization', 0)]);
  const api = createClient({ url: `http://127.0.0.1:${side.port}`, auth: givenToken(setup.issuer.token(gid('user', 0))) });
  const order = (index: number): Promise<unknown> => api.createProject(orderBody(0, index));
  await measureOrders(bench, orders / 10, order); // compiles what is measured
  const latencies = await measureOrders(bench, orders, order);
  await bench.stop();
  await side.stop();
  return latencies;
}
