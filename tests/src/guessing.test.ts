import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { service as identity } from '@partner-ordering/identity';
import { ApiClient, eventually } from '@partner-ordering/testing';
import { startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

describe('guessing passwords behind one server of a partner', () => {
  let system: TestSystem;
  before(async () => void (system = await startTestSystem()));
  after(() => system?.stop());

  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`,
  };
  const form = (username: string, password: string) => new URLSearchParams({ grant_type: 'password', username, password }).toString();
  const tryPassword = async (username: string, password: string, endUser: string) => {
    const options = { headers: { ...headers, 'x-forwarded-for': endUser } };
    return (await new ApiClient(system.url).post('/oauth2/token', form(username, password), options)).status;
  };
  const counted = async () => {
    const text = `select coalesce(sum(points), 0)::int as count from rate_limit where starts_with(key, 'pair:')`;
    return (await system.services.identity.database.query<{ count: number }>({ text, values: [] }))[0]!.count;
  };

  test('429 for the guesser, who hangs up each time; the owner, others and everybody with a token go on', async () => {
    const command = identity.commands!['application-addresses']!;
    await command(system.services.identity, ['demo-app', 'believe'], new Date(), {});
    const [owner, guesser] = ['203.0.113.1', '203.0.113.66'];
    const user = await system.signIn('user@example.com');
    for (let guess = 1; guess <= 5; guess += 1) {
      const controller = new AbortController();
      const options = { method: 'POST', body: form('user@example.com', `guess-${guess}`), signal: controller.signal };
      const sent = fetch(`${system.url}/oauth2/token`, { ...options, headers: { ...headers, 'x-forwarded-for': guesser } });
      await eventually(async () => assert.ok((await counted()) >= guess));
      controller.abort();
      await sent.then(
        (response) => assert.equal(response.status, 400),
        (error: Error) => assert.equal(error.name, 'AbortError'),
      );
    }
    assert.equal(await tryPassword('user@example.com', 'demo-password', guesser), 429);
    assert.equal(await tryPassword('user@example.com', 'demo-password', owner), 200);
    assert.equal(await tryPassword('colleague@example.com', 'demo-password', guesser), 200);
    assert.equal((await user.get('/v1/me')).status, 200);
  });
});
