import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRateLimit } from 'ratelimit-header-parser';
import { bearer, post } from '../fixtures/batches.ts';
import { send, startGateway, startService, type Received } from '../fixtures/test-gateway.ts';

const off = { requestsPerMinuteOfApplication: 0, requestsPerMinuteOfOrganization: 0 };

/** The limits as a client reads them, with a library that knows nothing of us. */
function budget({ headers }: Pick<Received, 'headers'>): { limit: number; remaining: number; resetMs: number } {
  const { limit, remaining, reset } = parseRateLimit(headers)!;
  return { limit, remaining, resetMs: reset!.getTime() - Date.now() };
}

test('RateLimit and RateLimit-Policy state the remaining requests on answers of services and the gateway, errors and 429', async (t) => {
  const service = await startService(t, (request, response) => {
    response.writeHead(request.url === '/v1/projects/1' ? 404 : 200, { 'content-type': 'application/json' }).end('{}');
  });
  const { url } = await startGateway(t, service, { limits: { requestsPerMinute: 5, ...off } });
  const paths = ['/v1/projects', '/v1/projects/1', '/v1/schema/query', '/v1/projects', '/v1/projects', '/v1/projects'];
  const answers = [];
  for (const path of paths) answers.push(await send(url + path, { headers: bearer }));
  assert.deepEqual(
    answers.map((answer) => [answer.status, budget(answer).limit, budget(answer).remaining]),
    [200, 404, 200, 200, 200, 429].map((status, index) => [status, 5, Math.max(0, 4 - index)]),
  );
  for (const answer of answers) {
    const { resetMs } = budget(answer);
    assert.ok(resetMs > 0 && resetMs <= 61_000, String(resetMs));
    assert.equal(answer.headers['ratelimit-policy'], '5;w=60;comment="user or address"');
  }
  const refused = answers.at(-1)!;
  const reset = Number(/reset=(\d+)/.exec(String(refused.headers.ratelimit))![1]);
  // A second may have ended between the two answers.
  assert.ok([reset, reset + 1].includes(Number(refused.headers['retry-after'])));
});

test('a batch states the remaining requests after its actions', async (t) => {
  const { url } = await startGateway(t, await startService(t), { limits: { requestsPerMinute: 20, ...off } });
  const answer = await post(url, Array(6).fill({ relative_url: '/projects', method: 'GET' }));
  assert.deepEqual([answer.status, budget(answer).remaining], [200, 13]);
});

test('unlimited answers have no limit headers: health pages, unknown paths, and all if limits are off', async (t) => {
  const service = await startService(t);
  const limited = await startGateway(t, service);
  const unlimited = await startGateway(t, service, { limits: { requestsPerMinute: 0, ...off } });
  for (const address of [`${limited.url}/livez`, `${limited.url}/v1/nothing`, `${unlimited.url}/v1/projects`])
    assert.equal((await send(address, { headers: bearer })).headers.ratelimit, undefined, address);
  assert.equal(budget(await send(`${limited.url}/v1/projects`, { headers: bearer })).limit, 1_000_000);
});

test('429 for all tokens of an application that has used up its limit, and for no other', async (t) => {
  const { url } = await startGateway(t, await startService(t), { limits: { requestsPerMinuteOfApplication: 3 } });
  const ask = (token: string) => send(`${url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } });
  const statuses = [];
  for (const token of ['good', 'other', 'good', 'other', 'good', 'application']) statuses.push((await ask(token)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 200]);
  const refused = await ask('good');
  assert.deepEqual([budget(refused).limit, budget(refused).remaining], [3, 0]);
  const [bySession, byApplication, byOrganization] = String(refused.headers['ratelimit-policy']).split(', ');
  assert.deepEqual(
    [bySession, byApplication, byOrganization],
    ['1000000;w=60;comment="user or address"', '3;w=60;comment="application"', '1000000;w=60;comment="organization"'],
  );
  assert.equal((await send(`${url}/v1/projects`)).status, 200, 'without a token');
});

test('429 for all members of an organization over its limit; a member of two counts for both', async (t) => {
  const { url } = await startGateway(t, await startService(t), { limits: { requestsPerMinuteOfOrganization: 2 } });
  const ask = (token: string) => send(`${url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } });
  // The first request of a user is not counted, since the lookup of their organizations runs at the same time.
  for (const token of ['good', 'application', 'other']) assert.equal((await ask(token)).status, 200);
  const statuses = [];
  for (const token of ['good', 'application', 'application', 'good', 'other']) statuses.push((await ask(token)).status);
  assert.deepEqual(statuses, [200, 200, 429, 429, 200]);
});
