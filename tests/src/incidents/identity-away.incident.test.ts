import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { newGid } from '@partner-ordering/kernel';
import type { ApiResponse } from '@partner-ordering/testing';
import { customersOf } from '../faults/stage.ts';
import { orderOf } from '../orders.ts';
import { processNames, startProcesses, type ProcessName, type Processes } from '../processes.ts';
import { stop, stopAll } from '../program.ts';
import { uploadPicture, webhookOf } from '../requests.ts';

const AWAY_SECONDS = 12 * 60;
const RECOVERED_SECONDS = 5;
const UNCHECKED = '503 session_unchecked';
const timeout = 15 * 60_000;
const bakery = '019a0000-0000-7000-8000-0000000000a1';

/** The seconds after the kill from which writes, and then reads, are refused, each with the moment of the last answer before it. */
const refused = { writes: [58, 61], reads: [598, 601] } as const;

interface Answered {
  name: string;
  atSeconds: number;
  outcome: string;
}

describe('identity is killed, and away for twelve minutes', () => {
  let processes: Processes;
  before(async () => void (processes = await startProcesses()));
  after(async () => {
    await stopAll();
    await processes?.end();
  });

  const readiness = async (name: ProcessName): Promise<string> => {
    const answer = await fetch(`${processes.urlOf(name)}/readyz`);
    return answer.status === 200 ? 'ready' : await answer.text();
  };

  test('reads go on for ten minutes, no write passes after one, and all is well soon after its return', { timeout }, async (t) => {
    const requests = await requestsOf(processes);
    const sendAll = () => Promise.all(requests.map(async ({ name, send }) => [name, outcomeOf(await send())] as const));
    const usual = Object.fromEntries(await sendAll());
    await stop(processes.program('identity'), 'SIGKILL');
    const killedAtMs = performance.now();
    const secondsSince = (): number => (performance.now() - killedAtMs) / 1000;
    const answered: Answered[] = [];
    const sendRound = async (): Promise<void> => {
      const atSeconds = secondsSince();
      answered.push(...(await sendAll()).map(([name, outcome]) => ({ name, outcome, atSeconds })));
    };
    while (secondsSince() < AWAY_SECONDS) await Promise.all([sendRound(), delay(1_000)]);
    const others = await Promise.all(processNames.filter((name) => name !== 'identity').map((name) => readiness(name)));
    await stop(processes.program('catalog'), 'SIGKILL');
    await processes.restart('catalog');
    const restarted = await readiness('catalog');
    await processes.restart('identity');
    const recovered = await secondsUntil(async () => isDeepStrictEqual(Object.fromEntries(await sendAll()), usual));

    const { early, later, late } = phasesOf(answered);
    for (const [during, rows] of Object.entries({ early, later, late })) t.diagnostic(`${during}: ${JSON.stringify(countsOf(rows))}`);
    t.diagnostic(`all is well ${recovered?.toFixed(1)} s after its return`);
    const expected = (reads: string, writes: string, share = writes) =>
      Object.fromEntries(requests.map(({ kind, name }) => [name, [kind === 'read' ? reads : name === 'share' ? share : writes]]));
    assert.deepEqual(outcomesOf(early), expected('2xx', '2xx', '503 asks'));
    assert.deepEqual(outcomesOf(later), expected('2xx', UNCHECKED));
    assert.deepEqual(outcomesOf(late), expected(UNCHECKED, UNCHECKED));
    assert.deepEqual(new Set(others), new Set(['ready']));
    assert.match(restarted, /^identity has not answered yet/);
    assert.ok(recovered !== undefined);
  });
});

/** Reads and writes of the five other services; the last write must ask identity. */
async function requestsOf(processes: Processes): Promise<{ kind: 'read' | 'write'; name: string; send: () => Promise<ApiResponse> }[]> {
  const { user, uploader, admin, offer } = await customersOf(processes);
  const picture = await uploadPicture({ signIn: () => Promise.resolve(uploader) });
  const project = await user.create('/v1/projects', orderOf(offer));
  const webhook = await admin.create(`/v1/orgs/${bakery}/webhooks`, webhookOf());
  const category = await admin.create('/v1/categories', { title: 'While identity is away' });
  let count = 0;
  const read = (name: string, send: () => Promise<ApiResponse>) => ({ kind: 'read' as const, name, send });
  const write = (name: string, send: () => Promise<ApiResponse>) => ({ kind: 'write' as const, name, send });
  return [
    ...['/v1/products', '/v1/projects', '/v1/receipts'].map((path) => read(path, () => user.get(path))),
    read('project', () => user.get(project)),
    read('file_info', () => uploader.get(`/v1/file_info/${encodeURIComponent(picture)}`)),
    read('its webhook', () => admin.get(webhook)),
    read('dry run', () => user.post('/v1/projects/dry_run', orderOf(offer, { state: 'published' }))),
    write('order', () => user.post('/v1/projects', orderOf(offer))),
    write('category', () => admin.put(category, { weight: ++count % 100 })),
    write('webhook', () => admin.put(webhook, { description: `Round ${++count}` })),
    write('payment source', () => admin.post(`/v1/orgs/${bakery}/payment_source`, { rid: `card-${++count}`, reference: 'PO 4471' })),
    write('share', () => user.post(`${project}/shared_with`, { user: { gid: newGid() } })),
  ];
}

/** `2xx`, `503 asks` for a question to identity without an answer, or the status with the code. */
function outcomeOf({ status, headers, body }: ApiResponse): string {
  if (status < 300) return '2xx';
  const code = body?.error?.details?.[0]?.code ?? (status === 503 && headers.has('retry-after') ? 'asks' : JSON.stringify(body));
  return `${status} ${code}`;
}

/** Answers within a few seconds of a change of phase belong to neither. */
function phasesOf(answered: readonly Answered[]) {
  const between = (from: number, to: number) => answered.filter(({ atSeconds }) => atSeconds >= from && atSeconds < to);
  const [[lastWrites, noWrites], [lastReads, noReads]] = [refused.writes, refused.reads];
  return { early: between(0, lastWrites), later: between(noWrites, lastReads), late: between(noReads, Infinity) };
}

/** The different outcomes of each request. */
function outcomesOf(rows: readonly Answered[]): Record<string, string[]> {
  const byName = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, of]) => [name, [...new Set(of.map(({ outcome }) => outcome))]]));
}

function countsOf(rows: readonly Answered[]): Record<string, number> {
  const byOutcome = Map.groupBy(rows, ({ name, outcome }) => `${name}: ${outcome}`);
  return Object.fromEntries([...byOutcome].map(([name, of]) => [name, of.length]));
}

async function secondsUntil(check: () => Promise<boolean>): Promise<number | undefined> {
  const startedAtMs = performance.now();
  const seconds = (): number => (performance.now() - startedAtMs) / 1000;
  for (; seconds() < RECOVERED_SECONDS; await delay(100)) if (await check()) return seconds();
  return undefined;
}
