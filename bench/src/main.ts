import { readFileSync } from 'node:fs';
import { prepareDatabase } from './cluster.ts';
import { seedConversations } from './conversations.ts';
import { measureDrain, untilEmpty } from './drain.ts';
import type { Dataset } from './dataset.ts';
import { compare, type Figures, type LoadGenerator } from './measure.ts';
import { readOptions } from './options.ts';
import { aims, figuresText, machineText, writeReport, type Report } from './report.ts';
import { measureReceipts } from './receipts.ts';
import { makeRequests, type Requests } from './requests.ts';
import { checkSameAnswers } from './same-answers.ts';
import { migrate, startHandwritten, startOurs, type BenchSetup, type Side } from './sides.ts';
import { onStage } from './stage.ts';
import { measureTraces } from './traces.ts';

// `npm run bench`, see docs/performance.md; with --write the figures go there too.

const now = new Date();
const options = readOptions(process.env);
const large: Dataset = options;
const ratio = options.smallProjects / options.projects;
const small: Dataset = {
  projects: options.smallProjects,
  organizations: Math.max(1, Math.round(options.organizations * ratio)),
  users: Math.max(20, Math.round(options.users * ratio)),
};

const report = await onStage(options, run);
if (report) {
  console.log(`\n${machineText(report, now)}\n\n${figuresText(report)}\n`);
  if (process.argv.includes('--write')) {
    console.log(`Written to ${writeReport(report, options, { now, read: (file) => readFileSync(file, 'utf8') })}`);
  }
}
process.exit();

async function run(setup: BenchSetup, load: LoadGenerator): Promise<Report> {
  const { cluster, issuer } = setup;
  const prepare = async (dataset: Dataset): Promise<string> => {
    console.log(
      `Database with ${dataset.projects.toLocaleString('en')} projects of ${dataset.organizations.toLocaleString('en')} organizations …`,
    );
    return cluster.url(await prepareDatabase(cluster, dataset, (url) => migrate(setup, url)));
  };
  const largeUrl = await prepare(large);
  const smallUrl = await prepare(small);
  const requests = makeRequests(issuer, large);
  const ours = await startOurs(setup, largeUrl);
  const operations = await againstHandwritten(setup, { ours, load, requests, databaseUrl: largeUrl });
  const scale = has('scale') ? await againstSmall(setup, { ours, load, requests, databaseUrl: smallUrl }) : undefined;
  const messages = has('messages') ? await longAgainstShort(setup, { ours, load, requests, databaseUrl: largeUrl }) : undefined;
  const afterSlot = () => cluster.connect(nameOf(largeUrl), untilEmpty);
  const traces = has('traces') ? await measureTraces(setup, { load, requests, databaseUrl: largeUrl, afterSlot }) : undefined;
  await ours.stop();
  if (has('receipts')) console.log('Finished orders and their receipts …');
  const receipts = has('receipts') ? await measureReceipts(setup, nameOf(smallUrl)) : undefined;
  if (has('drain')) console.log('Outbox drain …');
  const eventsPerSecond = has('drain') ? await measureDrain(cluster, smallUrl, options.events) : undefined;
  return { postgresVersion: cluster.version, operations, scale, messages, receipts, traces, eventsPerSecond };
}

function has(part: string): boolean {
  return options.only.includes(part);
}

interface Measurement {
  ours: Side;
  load: LoadGenerator;
  requests: Requests;
  databaseUrl: string;
}

async function againstHandwritten(setup: BenchSetup, { ours, load, requests, databaseUrl }: Measurement): Promise<Report['operations']> {
  const handwritten = await startHandwritten(setup, databaseUrl);
  const sides = [ours, handwritten] as const;
  await checkSameAnswers(sides, requests);
  const operations: Report['operations'] = [];
  for (const [name, part] of [
    ['GET one project', 'get'],
    ['LIST of an organization', 'list'],
    ['POST a published project', 'post'],
  ] as const) {
    if (!has(part)) continue;
    console.log(`${name} …`);
    const figures = await compare({
      ...{ options, load, postmaster: setup.cluster.pid, sides, requests: [requests[part], requests[part]] },
      // The relay that moves both sides' events is ordering's own: the other one's are moved in nobody's time.
      ...(part === 'post' ? { afterSlot: () => setup.cluster.connect(nameOf(databaseUrl), untilEmpty) } : {}),
    });
    operations.push({ name, aim: aims[part], figures });
  }
  await handwritten.stop();
  return operations;
}

async function againstSmall(setup: BenchSetup, { ours, load, requests, databaseUrl }: Measurement): Promise<[Figures, Figures]> {
  console.log('LIST in the large and in the small table …');
  const other = await startOurs(setup, databaseUrl, 'small table');
  const figures = await compare({
    ...{ options, load, postmaster: setup.cluster.pid, sides: [ours, other] },
    requests: [requests.list, makeRequests(setup.issuer, small).list],
  });
  await other.stop();
  return figures;
}

async function longAgainstShort(setup: BenchSetup, { ours, load, requests, databaseUrl }: Measurement): Promise<[Figures, Figures]> {
  console.log('LIST of the messages of a long and of a short conversation …');
  await setup.cluster.connect(nameOf(databaseUrl), (client) => seedConversations(client, large));
  const other = await startOurs(setup, databaseUrl, 'short conversation');
  const figures = await compare({ options, load, postmaster: setup.cluster.pid, sides: [ours, other], requests: requests.conversations });
  await other.stop();
  return figures;
}

function nameOf(databaseUrl: string): string {
  return new URL(databaseUrl).pathname.slice(1);
}
