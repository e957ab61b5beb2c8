/**
 * Sends requests at a steady rate until SIGTERM or for some seconds, as partners do: reads of products and projects, and one order in ten.
 * Each request is sent when it is due, unless `MOST_AT_ONCE` are in progress: then the machine cannot keep the rate, and `perSecond` drops.
 * Prints one JSON line. A 503 is sent again, as the partners' client does, and counted (`repeated`); any other answer but 2xx has failed.
 * `held` means that none failed and at most one in 200 was repeated. Usage: `node charts/checks/load.ts <gateway> <requests per second>
 * [seconds]`, with the credentials of the first admin as admin.ts reads them.
 */
import { argv, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Admin, orderOf, type Offer } from '../partner-ordering/files/admin.ts';

interface Failure {
  /** Milliseconds since the start. */
  at: number;
  request: string;
  reason: string;
}

/** More requests would only wait in queues, and refusals there say nothing about pods that start and stop. */
const MOST_AT_ONCE = 32;

const [MOST_REPEATS, REPEAT_MS] = [3, 1_000];
/** On a busy machine a new process answers 503 while its database takes more than 5 s to accept a connection. */
const REPEATED_SHARE = 1 / 200;

const [gateway = '', rate = '50', seconds = '3600'] = argv.slice(2);
const stop = AbortSignal.timeout(Number(seconds) * 1000);
let isStopped = false;
process.on('SIGTERM', () => (isStopped = true));

const admin = new Admin(gateway);
const times: number[] = [];
const failures: Failure[] = [];
const orders: string[] = [];
let repeatedRequests = 0;
let longestOutageMs = 0;
let failingSince: number | undefined;

async function sendUntilAvailable(method: string, path: string, body?: object): ReturnType<Admin['send']> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await admin.send(method, path, body);
    if (answer.status !== 503 || repeats === MOST_REPEATS) return answer;
    repeatedRequests += 1;
    await sleep(REPEAT_MS);
  }
}

async function sendOne(count: number, offer: Offer): Promise<void> {
  const start = performance.now();
  const request = count % 10 === 0 ? 'POST /v1/projects' : count % 2 === 0 ? 'GET /v1/products?limit=10' : 'GET /v1/projects?limit=10';
  const [method = '', path = ''] = request.split(' ');
  const body = method === 'POST' ? orderOf(offer, { price: { amount: 120 }, state: 'draft' }) : undefined;
  try {
    const { status, location, body: answer } = await sendUntilAvailable(method, path, body);
    if (status === 201) orders.push(new URL(location, gateway).pathname);
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(answer).slice(0, 200)}`);
    times.push(performance.now() - start);
    if (failingSince !== undefined) longestOutageMs = Math.max(longestOutageMs, performance.now() - failingSince);
    failingSince = undefined;
  } catch (error) {
    failingSince ??= start;
    failures.push({ at: Math.round(start), request, reason: reasonOf(error) });
  }
}

/** The number of acknowledged orders that can no longer be read. */
async function countLost(): Promise<number> {
  let lostOrders = 0;
  for (const path of orders) if ((await admin.expect(200, 'GET', path).catch(() => undefined)) === undefined) lostOrders += 1;
  return lostOrders;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause ? `${message} (${cause.code ?? cause.message})` : message;
}

const quantile = (share: number): number => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0);

await admin.signIn();
const offer = await admin.offer();
// Ordering receives them as events.
await admin.expect(201, 'POST', '/v1/projects', orderOf(offer, { price: { amount: 120 }, state: 'draft' }));
stdout.write('started\n');
const begin = performance.now();
const running = new Set<Promise<void>>();
for (let count = 0; !isStopped && !stop.aborted; count += 1) {
  const wait = begin + (count * 1000) / Number(rate) - performance.now();
  if (wait > 0) await sleep(wait);
  while (running.size >= MOST_AT_ONCE) await Promise.race(running);
  const sending = sendOne(count, offer);
  running.add(sending);
  void sending.finally(() => running.delete(sending));
}
await Promise.all(running);
const ms = performance.now() - begin;
const requests = times.length + failures.length;
const summary = {
  requests,
  failed: failures.length,
  repeated: repeatedRequests,
  held: failures.length === 0 && repeatedRequests <= requests * REPEATED_SHARE,
  orders: orders.length,
  lost: await countLost(),
  seconds: Math.round(ms / 1000),
  perSecond: Math.round((requests * 1000) / ms),
  p50Ms: quantile(0.5),
  p99Ms: quantile(0.99),
  slowestMs: quantile(1 - 1 / Math.max(1, times.length)),
  longestOutageMs: Math.round(longestOutageMs),
  first: failures.slice(0, 5),
};
stdout.write(`${JSON.stringify(summary)}\n`);
process.exit(0);
