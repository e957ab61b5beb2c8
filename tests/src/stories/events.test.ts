import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually, gidOf, openEvents, type ApiClient, type EventSource } from '@partner-ordering/testing';
import { findOffer, membershipPath, orderOf } from '../orders.ts';
import { sharedSystem } from '../shared-system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

/** Asserts a whole answer. Notifications tests how soon it ends: here the whole system shares the machine. */
async function endsWhole({ ended }: EventSource): Promise<void> {
  let isWhole: boolean | undefined;
  void ended.then((value) => (isWhole = value));
  await eventually(() => isWhole !== undefined);
  assert.ok(isWhole);
}

describe('events of an organization for a manager through the gateway', () => {
  let system: TestSystem;
  let user: ApiClient;
  let manager: ApiClient;
  before(async () => {
    system = await sharedSystem();
    user = await system.signIn('user@example.com');
    manager = await system.signIn('manager@example.com');
  });

  const path = `/v1/orgs/${demoGids.harbourBakery}/events`;

  test("a manager sees a user's events by stream, long poll and request alike, until the token is revoked", async () => {
    const { token } = await system.signIn('manager@example.com');
    const source = await openEvents(`${system.url}${path}?after=latest&types=project.*`, token);
    assert.equal(source.status, 200);
    const begin = await eventually(() => source.lastId() ?? false);
    const waiting = manager.get(path, { parameters: { after: begin, types: 'project.*', wait: 25 } });
    const offer = await findOffer(user);
    const { gid } = await user.api.createProject(orderOf(offer));
    await user.api.updateProject(gid, { title: 'A logo for the summer' });
    await eventually(() => source.events.length === 2);
    const { body: first } = await waiting;
    const { body } = await manager.get(path, { parameters: { after: begin } });
    const events = source.events.map(({ data }) => data as unknown as { type: string; sequence: number; data: { project: object } });
    assert.deepEqual(body.items, events);
    assert.deepEqual(first.items[0], events[0]);
    assert.deepEqual(
      events.map(({ type, sequence }) => [type, sequence]),
      [
        ['project.created', 1],
        ['project.updated', 2],
      ],
    );
    const { actions: _, last_seen: _seen, has_unseen: _unseen, ...read } = await manager.api.getProject(gid);
    assert.deepEqual(Object.keys(events[1]!.data.project), Object.keys(read));

    const revoked = await fetch(`${system.url}/oauth2/revoke`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('demo-app:demo-secret')}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: token! }),
    });
    assert.equal(revoked.status, 200);
    await endsWhole(source);
  });

  test('a manager sees no more events once the membership is lost', async () => {
    const admin = await system.signIn('admin@example.com');
    const member_of = [{ organization: { gid: demoGids.harbourBakery }, is_manager: true }];
    const gid = gidOf(await admin.create('/v1/users', { email: 'second@example.com', firstname: 'Robin', lastname: 'Reed', member_of }));
    await system.setPassword(gid);
    const second = await system.signIn('second@example.com');
    await eventually(async () => (await second.get(path)).status === 200);
    const source = await openEvents(`${system.url}${path}?after=latest`, second.token);
    assert.equal(source.status, 200);
    await eventually(() => source.lastId() !== undefined);
    assert.equal((await admin.delete(membershipPath(gid))).status, 204);
    await endsWhole(source);
  });
});
