import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import { orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { answers, stop, type Program } from '../program.ts';
import { measured, seconds, type Fault, type Stage } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad } from './settle.ts';

/** The share of the requests a second that the machine carried before. The rest is for services that start and stop beside it. */
const SHARE_OF_CARRIED = 1 / 2;
const MOST_PER_SECOND = 50;
const ENDED_WITHIN_MS = 20_000;
/** The services write their log each second. */
const LOGGED_WITHIN_MS = 1_500;
const WARM_UP_ROUNDS = 200;

/** Relays, consumers and jobs of two instances side by side. */
export const twoInstances: Fault = {
  name: 'Two instances of each service',
  promise: 'both work, and nothing is done twice',
  instances: 2,
  async run(stage, isShort) {
    const load = startLoad(stage.customers, { lanes: 4 });
    await delay(isShort ? 4_000 : 10_000);
    const paths = await pathsOf(stage);
    for (const path of Object.values(paths).flat()) for (let count = 0; count < 4; count++) await stage.customers.user.get(path);
    const outcome = await settleLoad(stage, load);
    for (const name of serviceNames.filter((each) => paths[each]))
      for (const instance of [0, 1]) {
        const counts = await measured(stage, name, 'http_server_request_duration_seconds_count', instance);
        if (!counts.some((requests) => requests > 0)) outcome.brokenPromises.push(`${name} ${instance} was never asked`);
      }
    return { ...outcome, times: 1, notes: [`${load.refusals.length} requests repeated`, ...outcome.notes] };
  },
};

/** One of two instances ends and comes back, of one service after the other. */
export const oneOfTwoStopped: Fault = {
  name: 'SIGTERM to one of two instances',
  promise: 'no request fails; it ends within 20 s',
  instances: 2,
  async run(stage, isShort) {
    const { processes } = stage;
    const brokenPromises: string[] = [];
    const programs = new Map(serviceNames.flatMap((name) => [0, 1].map((at) => [processes.program(name, at), `${name} ${at}`])));
    let slowestEndMs = 0;
    const paths = Object.values(await pathsOf(stage)).flat();
    const traffic = startTraffic(stage, paths, Math.min(MOST_PER_SECOND, (await warmUp(stage, paths)) * SHARE_OF_CARRIED));
    // Instance 0 is the one that all begin with.
    for (const instance of isShort ? [0] : [0, 1]) {
      for (const name of serviceNames) {
        await delay(500);
        const startedAt = performance.now();
        const code = await stop(processes.program(name, instance));
        slowestEndMs = Math.max(slowestEndMs, performance.now() - startedAt);
        if (code !== 0) brokenPromises.push(`${name} ended with ${code}: ${processes.program(name, instance).stderr().slice(0, 300)}`);
        await startInstance(stage, name, instance);
        programs.set(processes.program(name, instance), `${name} ${instance}, started again`);
      }
    }
    const { sent, failed, longestOutageMs, ms } = await traffic.stop();
    if (failed.length > 0) {
      await delay(LOGGED_WITHIN_MS);
      brokenPromises.push(
        `${failed.length} requests failed: ${grouped(failed)}`,
        ...[...programs].flatMap(([program, programName]) => complaints(program, programName)),
      );
    }
    if (slowestEndMs > ENDED_WITHIN_MS) brokenPromises.push(`one ended after ${seconds(slowestEndMs)}`);
    const notes = [
      `${sent} requests at ${Math.round((sent / ms) * 1000)}/s, ${failed.length} failed`,
      `ended within ${seconds(slowestEndMs)}`,
    ];
    return {
      times: serviceNames.length * (isShort ? 1 : 2),
      lostOrders: failed.length,
      doubledOrders: 0,
      longestOutageMs,
      brokenPromises,
      notes,
    };
  },
};

async function startInstance({ processes }: Stage, name: ServiceName, instance: number): Promise<void> {
  await answers(await processes.restart(name, {}, instance), `${processes.urlOf(name, instance)}/readyz`);
}

/** The log lines of a program since it started, each message once; the faults run at the level `warn`. */
function complaints(program: Program, programName: string): string[] {
  const lines = program
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'));
  const messages = lines.map((line) => {
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } };
    return [msg, ...(err ? [err.message] : [])].join(': ');
  });
  return messages.length === 0 ? [] : [`${programName} said: ${grouped(messages)}`];
}

const grouped = (messages: readonly string[]): string =>
  [...Map.groupBy(messages, (message) => message)].map(([message, { length }]) => `${length} times ${message}`).join('; ');

/** Something to read of each service that has something to read. */
async function pathsOf({ customers: { uploader } }: Stage): Promise<Partial<Record<ServiceName, string[]>>> {
  const picture = await uploadPicture({ signIn: () => Promise.resolve(uploader) });
  return {
    identity: ['/v1/me', '/v1/organizations'],
    catalog: ['/v1/products'],
    ordering: ['/v1/projects'],
    billing: ['/v1/receipts'],
    files: [`/v1/file_info/${encodeURIComponent(picture)}`],
  };
}

/**
 * Processes that have answered nothing yet take several times as long, too long for a constant rate.
 * @returns the requests a second of the second half
 */
async function warmUp({ customers: { user, offer } }: Stage, paths: readonly string[]): Promise<number> {
  let startedAt = 0;
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    if (round === WARM_UP_ROUNDS / 2) startedAt = performance.now();
    await Promise.all([user.post('/v1/projects', orderOf(offer)), ...paths.map((path) => user.get(path))]);
  }
  return (((WARM_UP_ROUNDS / 2) * (paths.length + 1)) / (performance.now() - startedAt)) * 1000;
}

/** Asks at a constant rate over connections that are kept; every tenth request writes. */
function startTraffic({ customers: { user, offer } }: Stage, paths: readonly string[], perSecond: number) {
  const failed: string[] = [];
  const openRequests = new Set<Promise<void>>();
  const startedAt = performance.now();
  let [sent, failingSince, longestOutageMs] = [0, Infinity, 0];

  async function send(number: number): Promise<void> {
    const path = paths[number % paths.length]!;
    try {
      const { status, body } = number % 10 === 0 ? await user.post('/v1/projects', orderOf(offer)) : await user.get(path);
      if (status >= 300) throw new Error(`${status} ${JSON.stringify(body).slice(0, 200)}`);
      longestOutageMs = Math.max(longestOutageMs, performance.now() - failingSince);
      failingSince = Infinity;
    } catch (error) {
      failed.push(`${path}: ${String((error as Error).cause ?? error)}`);
      failingSince = Math.min(failingSince, performance.now());
    }
  }
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1000) * perSecond; sent < due; sent++) {
      const sending = send(sent);
      openRequests.add(sending);
      void sending.then(() => openRequests.delete(sending));
    }
  }, 5);
  return {
    stop: async () => {
      clearInterval(timer);
      const ms = performance.now() - startedAt;
      await Promise.all(openRequests);
      return { sent, failed, ms, longestOutageMs };
    },
  };
}
