import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClient, follow, password, type Client, type WebhookEvent } from '@partner-ordering/client';
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
});
