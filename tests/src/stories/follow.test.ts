import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClient, follow, GoneError, InvalidRequestError, password, type Client, type WebhookEvent } from '@partner-ordering/client';
import type { ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf, type Offer } from '../orders.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, fetchAt, type TestSystem } from '../test-system.ts';

const organization = demoGids.harbourBakery;

describe('the client follows the feed', () => {
  let system: TestSystem;
  let api: Client;
  let user: ApiClient;
  let offer: Offer;
  before(async () => {
    system = await startTestSystem();
    const manager = { clientId: 'demo-app', clientSecret: 'demo-secret', username: 'manager@example.com', password: 'demo-password' };
    api = createClient({ url: system.url, auth: password(manager), runtime: { fetch: fetchAt(system) } });
    user = await system.signIn('user@example.com');
    offer = await findOffer(user);
  });
  after(() => system?.stop());

  const order = async (): Promise<string> => (await user.api.createProject(orderOf(offer, { state: 'published' }))).gid;

  test('what was there is given first, then what comes while it waits, and again from a stored cursor', { timeout: 30_000 }, async () => {
    const first = await order();
    let cursor: string | undefined;
    const seen: WebhookEvent[] = [];
    let second: Promise<string> | undefined;
    for await (const event of follow(api, organization, { types: ['project.published'], onCursor: (next) => void (cursor = next) })) {
      seen.push(event);
      if (seen.length === 2) break;
      second = order();
    }
    const shown = seen.map((event) => event.type === 'project.published' && [event.data.project.gid, event.data.project.status]);
    assert.deepEqual(shown, [[first, 'in_progress'], [await second, 'in_progress']]); // prettier-ignore
    // What was not handled to its end comes again.
    const again = await follow(api, organization, { after: cursor, types: ['project.published'] }).next();
    assert.equal(again.value.id, seen[1]!.id);
  });

  test('a signal ends the waiting at once', { timeout: 10_000 }, async () => {
    const stop = new AbortController();
    const onCursor = (): void => void setImmediate(() => stop.abort(new Error('enough')));
    const waiting = follow(api, organization, { after: 'latest', signal: stop.signal, onCursor }).next();
    await assert.rejects(waiting, /enough/);
  });

  test('what is no cursor is refused by its name', async () => {
    const refused = (error: unknown) => error instanceof InvalidRequestError && error.details[0]?.path === 'after';
    await assert.rejects(follow(api, organization, { after: 'nothing' }).next(), refused);
  });

  test('a cursor of before a restore is a GoneError', async () => {
    const { next } = await api.listEvents(organization, { after: 'latest' });
    const [gid, generation, ...rest] = Buffer.from(next, 'base64url').toString().split('/');
    const before = Buffer.from([gid, Number(generation) + 1, ...rest].join('/')).toString('base64url');
    await assert.rejects(follow(api, organization, { after: before }).next(), GoneError);
  });
});
