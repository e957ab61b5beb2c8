import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerParent } from './child.ts';

/** A request that an honest client sends so many times a second, whatever became of those before. */
export interface HonestRequest {
  kind: 'request' | 'sign-in';
  /** Address of 127.0.0.0/8 that it comes from. */
  from: string;
  perSecond: number;
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface HonestOrder {
  port: number;
  seconds: number;
  requests: readonly HonestRequest[];
}

/** Milliseconds from when each was due to its whole answer, and what failed: 429, 5xx, no answer. */
export interface HonestResult {
  times: Record<HonestRequest['kind'], number[]>;
  failures: string[];
}

const LIMIT_MS = 30_000;
const agents = new Map<string, Agent>();

function agentOf(from: string): Agent {
  const known = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from, scheduling: 'lifo' });
  agents.set(from, known);
  return known;
}

/** Resolves with the status of the whole answer, 0 when there was none. */
function send(port: number, { method, path, headers, body, from }: HonestRequest): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const options = { host: '127.0.0.1', port, method, path, headers, agent: agentOf(from), signal: AbortSignal.timeout(LIMIT_MS) };
  const outgoing = request(options, (response) => {
    response
      .resume()
      .on('end', () => resolve(response.statusCode!))
      .on('error', () => resolve(0));
  });
  outgoing.on('error', () => resolve(0)).end(body);
  return promise;
}

async function run({ port, seconds, requests }: HonestOrder): Promise<HonestResult> {
  const result: HonestResult = { times: { request: [], 'sign-in': [] }, failures: [] };
  const start = performance.now();
  const ask = async (honest: HonestRequest, dueAt: number): Promise<void> => {
    await delay(Math.max(0, dueAt - performance.now()));
    const status = await send(port, honest);
    result.times[honest.kind].push(Math.max(0, performance.now() - dueAt));
    if (status === 0 || status === 429 || status >= 500) result.failures.push(`${status} ${honest.method} ${honest.path}`);
  };
  const asked = requests.flatMap((honest, offset) => {
    const count = Math.round(seconds * honest.perSecond);
    // No two begin at the same moment.
    return Array.from({ length: count }, (_, index) => ask(honest, start + ((index + (offset + 1) / 7) * 1000) / honest.perSecond));
  });
  await Promise.all(asked);
  return result;
}

answerParent(run);
