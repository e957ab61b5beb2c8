import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send, startGateway, startService, tokens } from '../fixtures/test-gateway.ts';

test('the metric names the ten organizations with the most requests in the last whole minute, whatever came before', async (t) => {
  let laterMs = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + laterMs);
  const all = Array.from({ length: 12 }, (_none, index) => `organization-${index}`);
  const members: Record<string, string[]> = { kim: all, robin: all.slice(-1) };
  const organizationsOf = (user: string) => Promise.resolve(members[user]!);
  const { url, metrics } = await startGateway(t, await startService(t), {}, { tokens: { ...tokens, organizationsOf } });
  const ask = (token: string) => send(`${url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } });
  const named = async (): Promise<Record<string, number>> => {
    const series = (await metrics()).matchAll(/^gateway_organization_requests\{organization="([^"]*)",service="gateway"\} (\d+)$/gm);
    return Object.fromEntries(Array.from(series, ([, organization, requests]) => [organization, Number(requests)]));
  };
  // The first request of a user has its organizations read.
  for (const token of ['good', 'other', 'good', 'other', 'other']) await ask(token);
  assert.deepEqual(await named(), {});
  laterMs += 60_000;
  const busiest = await named();
  assert.deepEqual(Object.values(busiest).toSorted(), [1, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
  assert.equal(busiest['organization-11'], 3);
  laterMs += 60_000;
  assert.deepEqual(await named(), {});
});
