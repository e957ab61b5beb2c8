import { compare, type Figures } from './measure.ts';
import { readOptions } from './options.ts';
import { table } from './report.ts';
import { makeRequests } from './requests.ts';
import { checkSameAnswers } from './same-answers.ts';
import { prepareDatabase, startHandwritten, startOurs } from './sides.ts';
import { onStage } from './stage.ts';

// `npm run bench`, see docs/operators/performance.md.

const options = readOptions(process.env);
const head = ['operation', 'server', 'requests/s', 'Node µs', 'p50 ms', 'p99 ms', 'ratio', 'aim'];
const rounded = (value: number): string => Math.round(value).toLocaleString('en');
const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

/** The sum of a server's processes, with its parts where there are several. */
function cpuText(parts: readonly number[]): string {
  const sum = rounded(parts.reduce((total, part) => total + part, 0));
  return parts.length === 1 ? sum : `${sum} (${parts.map(rounded).join(' + ')})`;
}

const line = (server: string, { requestsPerSecond, cpuMicroseconds, p50Ms, p99Ms }: Figures): string[] => [
  ...[server, rounded(requestsPerSecond), cpuText(cpuMicroseconds), p50Ms.toFixed(1), p99Ms.toFixed(1)],
];

await onStage(options, async (setup) => {
  console.log(`Database with ${options.projects.toLocaleString('en')} projects …`);
  const url = await prepareDatabase(setup, options);
  // Each side has its own database, or ordering would relay the other's events too, and bloat its outbox.
  const copyUrl = await setup.cluster.copyDatabase('ordering', 'handwritten');
  const sides = [await startOurs(setup, url), await startHandwritten(setup, copyUrl)] as const;
  const requests = makeRequests(setup.issuer, options, options.encoding);
  await checkSameAnswers(sides, requests);
  const lines = [head];
  for (const [part, name, aim] of [
    ['get', 'GET one project', 0.46],
    ['list', 'LIST of an organization', 0.64],
    ['post', 'POST a published project', 0.28],
  ] as const) {
    if (!options.parts.includes(part)) continue;
    console.log(`${name} …`);
    const [ourFigures, otherFigures] = await compare(setup, sides, requests[part]);
    const ratio = ourFigures.requestsPerSecond / otherFigures.requestsPerSecond;
    lines.push([name, ...line('gateway + ordering', ourFigures), percent(ratio), `≥ ${percent(aim)}`]);
    lines.push(['', ...line('hand-written', otherFigures), '', '']);
  }
  return table(lines);
});
