import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { kafkaTransport, postgresTransport, type Transport } from '@partner-ordering/messaging';
import { emptyDatabase, prepareDatabase, startCluster } from '../cluster.ts';
import { drainInto, silent } from '../drain.ts';
import { startIssuer } from '../issuer.ts';
import { startLoadGenerator } from '../measure.ts';
import { readOptions } from '../options.ts';
import { endChildrenWithUs, killChildren } from '../processes.ts';
import { measureReceipts } from '../receipts.ts';
import { machineText, writeFigures } from '../report.ts';
import { makeRequests } from '../requests.ts';
import { migrate, startOurs, type BenchSetup } from '../sides.ts';
import { findBrokers } from './brokers.ts';
import { measureRelayCost } from './relay-cost.ts';
import { eventsText, type Findings, type TransportName } from './report.ts';
import { measureShownCost } from './shown-cost.ts';

// `npm run bench:events`, see docs/performance.md; with --write the figures go there too.

const now = new Date();
const options = readOptions({ BENCH_PROJECTS: '10000', BENCH_ONLY: 'drain,receipts,relay,shown', ...process.env });
const orders = Number(process.env['BENCH_ORDERS'] ?? 300);
const has = (part: string): boolean => options.only.includes(part);

endChildrenWithUs();
const cluster = await startCluster(options.dataDir);
const issuer = await startIssuer();
const load = startLoadGenerator();
const kafka = (process.env['BENCH_TRANSPORTS'] ?? 'PostgreSQL,Kafka').includes('Kafka') ? await findBrokers(process.env) : undefined;
const findings = new Map<TransportName, Findings>();
try {
  findings.set('PostgreSQL', await measure('PostgreSQL'));
  if (kafka) findings.set('Kafka', await measure('Kafka'));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  killChildren();
  load.stop();
  issuer.close();
  await kafka?.stop();
  await cluster.stop();
}
if (process.exitCode === undefined) {
  const figures = `${machineText({ postgresVersion: cluster.version }, now)}.\n\n${eventsText(findings)}`;
  console.log(`\n${figures}\n`);
  if (process.argv.includes('--write')) console.log(`Written to ${writeFigures('events', figures, (file) => readFileSync(file, 'utf8'))}`);
}
process.exit();

async function measure(name: TransportName): Promise<Findings> {
  const found: Findings = {};
  /** An empty log for each part. */
  const transportOf = async (part: string): Promise<Transport & AsyncDisposable> => {
    const transport =
      name === 'Kafka'
        ? await kafkaTransport({ brokers: kafka!.brokers, clientId: 'bench', prefix: `bench-${randomUUID()}.`, logger: silent })
        : await postgresTransport({ url: await emptyDatabase(cluster, `${part}_messaging`), logger: silent });
    return { ...transport, [Symbol.asyncDispose]: () => transport.close() };
  };
  const messagingUrl = await emptyDatabase(cluster, 'messaging');
  const ofKafka = kafka && name === 'Kafka' ? { kafka: { brokers: kafka.brokers, prefix: `bench-${randomUUID()}.` } } : {};
  const setup: BenchSetup = { cluster, issuer, options, messagingUrl, ...ofKafka };
  const databaseName = await prepareDatabase(cluster, options, (url) => migrate(setup, url));
  const databaseUrl = cluster.url(databaseName);
  if (has('drain')) {
    console.log(`Outbox drain into ${name} …`);
    await using transport = await transportOf('drain');
    found.eventsPerSecond = await drainInto(transport, databaseUrl, options.events);
  }
  if (has('receipts')) {
    console.log(`Orders and their receipts over ${name} …`);
    found.receipts = await measureReceipts(setup, databaseName, { orders, backlog: 1 });
  }
  if (has('relay')) {
    console.log(`Orders with and without a relay, ${name} …`);
    const side = await startOurs(setup, databaseUrl);
    const requests = makeRequests(issuer, options).post;
    found.relay = await cluster.connect(databaseName, (client) => measureRelayCost({ options, load, side, requests, client }));
    await side.stop();
  }
  // What a write reads for it is the same over every transport.
  if (has('shown') && name === 'PostgreSQL') {
    console.log('Orders with and without what partners are shown …');
    const requests = makeRequests(issuer, options).post;
    found.shown = await cluster.connect(databaseName, (client) =>
      measureShownCost({ options, load, setup, databaseUrl, requests, client }),
    );
  }
  return found;
}
