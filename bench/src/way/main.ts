import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@partner-ordering/embedded-postgres';
import { endChildrenWithUs } from '../processes.ts';
import { table } from '../report.ts';
import { openDemo, startStandalone } from '../standalone.ts';
import { openCoverage, type CalledFunction } from './coverage.ts';

// `npm run bench:way`, see docs/operators/performance.md: the files and functions of ours that a request passes, by V8's precise coverage.
// `BENCH_WAY=list` names those of the list. Fails when a request passes more files than `maxFiles` allows.

/** A change that makes a way shorter lowers its limit. The number of functions varies. */
const maxFiles = { get: 45, list: 45, order: 74 };
/** What follows an answer, or a commit, may run before the client has the answer: the access line and the relay of events. */
const inBackground =
  /^libs\/(?:http\/src\/observation\/service-log|messaging\/src\/(?:outbox\/relay|postgres\/.*|transport\/crash-point)|service\/src\/parts\/restored)\.ts$/;

/** A function belongs to a request when each of so many calls it: what runs by a clock does not. */
const SAMPLES = 12;
/** The pause after an answer, until its events and deliveries have ended. */
const REST_MS = 200;
/** Requests before them: compiled code is counted too, and caches are warm. */
const WARM_UP = 40;

endChildrenWithUs();
const inspectorPort = await freePort();
const system = await startStandalone({}, [`--inspect=127.0.0.1:${inspectorPort}`]);
try {
  const requests = await prepareRequests();
  const coverage = await openCoverage(inspectorPort);
  const lines = [['request', 'files', 'functions', 'calls', 'files of the gateway']];
  for (const name of ['get', 'list', 'order'] as const) {
    const send = requests[name];
    for (let count = 0; count < WARM_UP; count += 1) await send();
    const calledFunctions = await calledBy(send, coverage.take);
    const files = new Set(calledFunctions.map(({ file }) => file));
    const gatewayFiles = [...files].filter((file) => file.startsWith('services/gateway/'));
    const calls = calledFunctions.reduce((sum, each) => sum + each.calls, 0);
    lines.push([name, ...[files.size, calledFunctions.length, Math.round(calls), gatewayFiles.length].map(String)]);
    if (files.size > maxFiles[name]) {
      console.error(`${name} passes ${files.size} files, of at most ${maxFiles[name]}`);
      process.exitCode = 1;
    }
    if (process.env['BENCH_WAY'] === name) print(calledFunctions);
  }
  coverage.close();
  console.log(`\n${table(lines, 1)}\n`);
} finally {
  await system.stop();
}
process.exit();

async function prepareRequests(): Promise<Record<'get' | 'list' | 'order', () => PromiseLike<unknown>>> {
  const { api, order } = await openDemo(system.port);
  const { gid } = await api.createProject(order);
  return {
    get: () => api.getProject(gid),
    list: () => api.listProjects({ orderBy: 'created_at', sort: 'desc', limit: 10 }),
    order: () => api.createProject(order),
  };
}

/** The functions that every sample calls before its answer, each with its mean number of calls. */
async function calledBy(send: () => PromiseLike<unknown>, take: () => Promise<CalledFunction[]>): Promise<CalledFunction[]> {
  const functions = new Map<string, CalledFunction & { samples: number }>();
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await delay(REST_MS);
    await take();
    await send();
    for (const calledFunction of await take()) {
      const key = `${calledFunction.file} ${calledFunction.start}`;
      const sum = functions.get(key) ?? { ...calledFunction, calls: 0, samples: 0 };
      functions.set(key, { ...sum, calls: sum.calls + calledFunction.calls, samples: sum.samples + 1 });
    }
  }
  return [...functions.values()]
    .filter(({ file, samples }) => samples === SAMPLES && !inBackground.test(file))
    .map((each) => ({ ...each, calls: each.calls / SAMPLES }));
}

function print(functions: readonly CalledFunction[]): void {
  for (const [file, ofFile = []] of Object.entries(Object.groupBy(functions, ({ file }) => file)).toSorted())
    console.log(`${file}\n  ${ofFile.map(({ name, calls }) => `${name || '(anonymous)'} ${calls.toFixed(0)}`).join(', ')}`);
}
