import { prepareDatabase, untilEmpty } from './cluster.ts';
import { compare, type LoadGenerator } from './measure.ts';
import { readOptions } from './options.ts';
import { aims, figuresText, machineText, type Operation } from './report.ts';
import { makeRequests, type Requests } from './requests.ts';
import { checkSameAnswers } from './same-answers.ts';
import { migrate, startHandwritten, startOurs, type BenchSetup, type Side } from './sides.ts';
import { onStage } from './stage.ts';

// `npm run bench`, see docs/performance.md.

const options = readOptions(process.env);
const text = await onStage(options, measure);
if (text !== undefined) console.log(`\n${text}\n`);
process.exit();

async function measure(setup: BenchSetup, load: LoadGenerator): Promise<string> {
  const { cluster, issuer } = setup;
  console.log(`Database with ${options.projects.toLocaleString('en')} projects …`);
  const database = await prepareDatabase(cluster, options, (url) => migrate(setup, url));
  const sides = [await startOurs(setup, cluster.url(database)), await startHandwritten(setup, cluster.url(database))] as const;
  const requests = makeRequests(issuer, options);
  await checkSameAnswers(sides, requests);
  const operations = await measureOperations(setup, { load, sides, requests, database });
  return `${machineText(cluster.version, new Date())}\n\n${figuresText(operations)}`;
}

interface Measurement {
  load: LoadGenerator;
  sides: readonly [Side, Side];
  requests: Requests;
  database: string;
}

async function measureOperations({ cluster }: BenchSetup, { load, sides, requests, database }: Measurement): Promise<Operation[]> {
  const operations: Operation[] = [];
  for (const [name, part] of [
    ['GET one project', 'get'],
    ['LIST of an organization', 'list'],
    ['POST a published project', 'post'],
  ] as const) {
    if (!options.only.includes(part)) continue;
    console.log(`${name} …`);
    const figures = await compare({
      ...{ options, load, postmaster: cluster.pid, sides, requests: requests[part] },
      // The relay that moves both sides' events is ordering's own: the other one's are moved in nobody's time.
      ...(part === 'post' ? { afterSlot: () => cluster.connect(database, untilEmpty) } : {}),
    });
    operations.push({ name, aim: aims[part], figures });
  }
  return operations;
}
