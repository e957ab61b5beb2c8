import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { ApiClient } from '@partner-ordering/testing';
import { setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

describe('when users were last seen', () => {
  let identity: IdentitySetUp;
  let now = new Date();
  let admin: Person;
  let gateway: ApiClient;
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
    [admin, gateway] = [await identity.person({ roles: ['admin'] }), await identity.asService('gateway')];
  });
  after(() => identity.stop());

  const note = (...users: string[]) => gateway.post('/internal/seen', { users });
  const lastSeen = async ({ gid }: { gid: string }) => (await admin.get(`/v1/users/${gid}`)).body.last_seen as string | null;
  const later = (ms: number): string => text((now = new Date(now.getTime() + ms)));
  const text = (at: Date): string => `${at.toISOString().slice(0, 19)}+0000`;

  test('204 notes the use of each user at most once a minute; admins see it in lists too', async () => {
    const [user, other] = [await identity.user(), await identity.user()];
    assert.equal(await lastSeen(user), null);
    const first = later(0);
    assert.equal((await note(user.gid)).status, 204);
    assert.equal(await lastSeen(user), first);
    const second = later(59_000);
    await note(other.gid, user.gid);
    assert.deepEqual([await lastSeen(user), await lastSeen(other)], [first, second]);
    const third = later(1_000);
    await note(user.gid, other.gid);
    assert.deepEqual([await lastSeen(user), await lastSeen(other)], [third, second]);
    const { items } = (await admin.get('/v1/users', { parameters: { query: JSON.stringify(['gid', '==', user.gid]) } })).body;
    assert.deepEqual(
      items.map((item: { last_seen: string }) => item.last_seen),
      [third],
    );
  });

  test('204 for several gateways that report the same users at once', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => identity.user()));
    const gids = users.map(({ gid }) => gid);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, nth) => note(...(nth % 2 ? gids : gids.toReversed()))));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
    assert.deepEqual(new Set(await Promise.all(users.map(lastSeen))), new Set([text(now)]));
  });

  test('204 ignores unknown, disabled and deleted users, and does not wait for a locked one', async () => {
    const [disabled, deleted, changing] = [await identity.user({ isEnabled: false }), await identity.person(), await identity.user()];
    await note(deleted.gid);
    assert.notEqual(await lastSeen(deleted), null);
    assert.equal((await admin.delete(`/v1/users/${deleted.gid}`)).status, 204);
    const noteAll = () => note(disabled.gid, deleted.gid, changing.gid, newGid(), 'nobody');
    await identity.service.write(async (tx) => {
      await tx.query({ text: 'select from "user" where gid = $1 for update', values: [changing.gid] });
      assert.equal((await noteAll()).status, 204);
    });
    const gids = [disabled.gid, deleted.gid, changing.gid];
    const rows = () =>
      identity.service.database.query({ text: 'select user_gid as gid from last_seen where user_gid = any($1)', values: [gids] });
    assert.deepEqual(await rows(), []);
    await noteAll();
    assert.deepEqual(await rows(), [{ gid: changing.gid }]);
  });

  test('last_seen neither moves modified_at nor is published, and If-Match ignores it', async () => {
    const user = await identity.user();
    const path = `/v1/users/${user.gid}`;
    const read = (headers: Record<string, string> = {}) => admin.get(path, { headers });
    const versions = { text: 'select type, version from shared_state where key = $1', values: [user.gid] };
    const states = () => identity.service.database.query(versions);
    const [before, published] = [await read(), await states()];
    assert.notDeepEqual(published, []);
    const known = { etag: before.headers.get('etag')! };
    assert.equal((await read({ 'if-none-match': known.etag })).status, 304);
    await note(user.gid);
    const after = await read({ 'if-none-match': known.etag });
    assert.deepEqual([after.status, after.body.modified_at, after.body.last_seen], [200, before.body.modified_at, text(now)]);
    assert.deepEqual(await states(), published);
    assert.equal((await admin.put(path, { lastname: 'Changed' }, { headers: { 'if-match': known.etag } })).status, 204);
    assert.equal((await admin.put(path, { lastname: 'Again' }, { headers: { 'if-match': known.etag } })).status, 412);
  });

  test('400 for no users and for too many, 403 for other services', async () => {
    assert.deepEqual([(await note()).status, (await note(...Array<string>(1001).fill(admin.gid))).status], [400, 400]);
    assert.equal((await (await identity.asService('ordering')).post('/internal/seen', { users: [admin.gid] })).status, 403);
  });
});
