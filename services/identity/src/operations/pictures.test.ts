import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesStandIn, gidOf } from '@partner-ordering/testing';
import { sharedIdentity, type Person } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const files = filesStandIn(identity);
const admin = await identity.person({ roles: ['admin'] });

const imageOf = (route: 'img' | 'p/img', path: string) => {
  const url = `https://partner-ordering.test/v1/${route}/${path}`;
  return { url, variations: { icon: { url: `${url}-icon` }, thumb: { url: `${url}-thumb` } } };
};
const path = ({ body }: { body: { error: { details: { path: string }[] } } }) => body.error.details[0]!.path;
const attachedTo = async (holder: string) => (await files.attached()).filter((one) => one.endsWith(` ${holder}`));
const paths = (request: { paths: string[]; user: string | null }) =>
  identity.asService('files').then((client) => client.post('/internal/readable', request));
const readable = async (file: string, user: string | null) => (await paths({ paths: [file], user })).body.files[0].readable as boolean;

describe('logo of an organization', () => {
  test('201 and 204 set, replace, keep and remove a logo, by path or address; lists and public answers show it', async () => {
    const [first, second] = [files.upload(admin, 'image'), files.upload(admin, 'image')];
    const href = await admin.create('/v1/organizations', {
      name: 'Bakery',
      hostname: 'logos.example',
      logo: { url: files.addressOf(first) },
    });
    const logo = async () => (await admin.get(href)).body.logo;
    const publicly = async () => (await identity.anonymous.get('/v1/p/organizations/logos.example')).body.logo;
    assert.deepEqual([await logo(), await publicly()], [imageOf('p/img', first), imageOf('p/img', first)]);
    const { items } = (await admin.get('/v1/organizations', { parameters: { limit: 1 } })).body;
    assert.deepEqual(items[0].logo, imageOf('p/img', first));
    assert.deepEqual(await attachedTo(href), [`${first} ${href}`]);

    assert.equal((await admin.put(href, { name: 'Baker' })).status, 204);
    assert.deepEqual(await logo(), imageOf('p/img', first));
    assert.equal((await admin.put(href, { logo: { url: second } })).status, 204);
    assert.deepEqual([await logo(), await attachedTo(href)], [imageOf('p/img', second), [`${second} ${href}`]]);
    assert.equal((await admin.put(href, { logo: null })).status, 204);
    assert.deepEqual([await logo(), await publicly(), await attachedTo(href)], [null, null, []]);
  });

  test("400 for a text, another user's file and a foreign address; nothing changes", async () => {
    const user = await identity.person();
    const href = await admin.create('/v1/organizations', { name: 'Bakery', logo: { url: files.upload(admin, 'image') } });
    const before = (await admin.get(href)).body;
    for (const url of [files.upload(admin, 'text'), files.upload(user, 'image'), 'https://elsewhere.example/logo.png']) {
      const answer = await admin.put(href, { name: 'Never', logo: { url } });
      assert.deepEqual([answer.status, path(answer)], [400, 'logo.url'], url);
    }
    assert.deepEqual((await admin.get(href)).body, before);
  });

  test('an invitation shows the logo, but not that of a deleted organization', async () => {
    const logo = files.upload(admin, 'image');
    const href = await admin.create('/v1/organizations', { name: 'Bakery', logo: { url: logo } });
    const invitation = await admin.create('/v1/invitations', { email: 'ivy@logos.example', organization: { gid: gidOf(href) } });
    const { token } = (await admin.get(invitation)).body;
    const readLogo = async () => (await identity.anonymous.get(`/v1/p/invitations/${token}`)).body.organization.logo;
    assert.deepEqual(await readLogo(), imageOf('p/img', logo));
    await admin.delete(href);
    assert.equal(await readLogo(), null);
  });

  test('a logo is public for files, unless the organization is deleted; its members still read it then', async () => {
    const [logo, other] = [files.upload(admin, 'image'), files.upload(admin, 'image')];
    const bakery = await identity.organization();
    const [member, stranger] = [await identity.user({ memberOf: [bakery] }), await identity.user()];
    const href = `/v1/organizations/${bakery.gid}`;
    await admin.put(href, { logo: { url: logo } });
    const all = async () => Promise.all([null, stranger.gid, member.gid].map((user) => readable(logo, user)));

    assert.deepEqual(await all(), [true, true, true]);
    assert.equal(await readable(other, null), false);
    await admin.delete(href);
    assert.deepEqual(await all(), [false, false, true]);
  });
});

describe('avatar of a user', () => {
  test('200: users show an avatar to themselves and to those who see them; null draws the initials again', async () => {
    const bakery = await identity.organization();
    const [me, manager] = [await identity.person({ memberOf: [bakery] }), await identity.person({ manages: [bakery] })];
    const drawn = (await me.get('/v1/me')).body.avatar;
    const avatar = files.upload(me, 'image');
    assert.deepEqual((await me.put('/v1/me', { avatar: { url: avatar } })).body.avatar, imageOf('img', avatar));
    assert.deepEqual((await me.put('/v1/me', { firstname: 'Zoë' })).body.avatar, imageOf('img', avatar));
    const { items } = (await manager.get(`/v1/orgs/${bakery.gid}/users`)).body;
    assert.deepEqual(items.find(({ gid }: { gid: string }) => gid === me.gid).avatar, imageOf('img', avatar));
    assert.deepEqual(await attachedTo(`/v1/users/${me.gid}`), [`${avatar} /v1/users/${me.gid}`]);
    const stranger = await identity.user();
    assert.deepEqual(await Promise.all([me.gid, manager.gid, stranger.gid, null].map((user) => readable(avatar, user))), [
      true,
      true,
      false,
      false,
    ]);

    assert.equal((await me.put('/v1/me', { firstname: 'Robin', avatar: null })).body.avatar.url, drawn.url);
    assert.deepEqual(await attachedTo(`/v1/users/${me.gid}`), []);
  });

  test('204 by admins and by managers of all organizations of the user, from their own uploads; 403 for another manager', async () => {
    const [bakery, studio] = [await identity.organization(), await identity.organization()];
    const [user, both] = [await identity.user({ memberOf: [bakery] }), await identity.user({ memberOf: [bakery, studio] })];
    const manager = await identity.person({ manages: [bakery] });
    const put = (caller: Person, user: { gid: string }) =>
      caller.put(`/v1/users/${user.gid}`, { avatar: { url: files.upload(caller, 'image') } });
    assert.deepEqual([(await put(admin, both)).status, (await put(manager, user)).status], [204, 204]);
    assert.equal((await put(manager, both)).status, 403);
  });

  test("a deleted user's avatar is detached", async () => {
    const me = await identity.person();
    await me.put('/v1/me', { avatar: { url: files.upload(me, 'image') } });
    assert.equal((await attachedTo(`/v1/users/${me.gid}`)).length, 1);
    assert.equal((await admin.delete(`/v1/users/${me.gid}`)).status, 204);
    assert.deepEqual(await attachedTo(`/v1/users/${me.gid}`), []);
  });
});
