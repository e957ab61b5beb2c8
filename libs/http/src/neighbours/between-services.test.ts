import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serviceTokens } from '@partner-ordering/neighbours';
import { newGid } from '@partner-ordering/kernel';
import { eventually, serviceSecret, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '../fixtures/notes-service.ts';

describe('between services', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
  });
  after(() => service.stop());

  const asFiles = async (path: string, body?: object): Promise<Response> => {
    const tokens = serviceTokens({ secret: serviceSecret, service: 'files', clock: () => new Date() });
    return fetch(`${service.url}/internal${path}`, {
      headers: { authorization: `Bearer ${await tokens.issue('notes')}`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  };
  const visible = async (href: string, of: string): Promise<unknown> => {
    const response = await asFiles(`/visible?${new URLSearchParams({ href, user: of }).toString()}`);
    assert.equal(response.status, 200);
    return response.json();
  };

  const ownedBy = async (owner: ApiClient & { gid: string }, title: string) => ({
    owner,
    href: await owner.create('/v1/notes', { title }),
  });

  test('a question is asked outside of the transaction, which then runs again with the answer', async () => {
    const ask = () => user.post('/v1/trials/ask', {});
    assert.equal((await ask()).status, 503, 'nobody answers');
    service.answer('/internal/word', { word: 'a loaf' });
    service.answer('/internal/more', { more: 'and an anchor' });

    const { status, body } = await ask();
    assert.deepEqual([status, body.title], [200, 'a loaf and an anchor']);
    const { body: notes } = await user.get('/v1/notes', { parameters: { query: ['title', '==', 'asked'] } });
    assert.equal(notes.total_count, 1, 'what was done before the questions was rolled back');
  });

  test('what a request creates has the same gid in every run; others are told of it once, after the commit', async () => {
    const [asked, heard]: string[][] = [[], []];
    service.answer('/internal/leave', ({ href }: { href: string }) => (asked!.push(href), {}));
    service.answer('/internal/heard', ({ href }: { href: string }) => (heard!.push(href), {}));
    const [one, other] = await Promise.all(['Leave', 'Leave too'].map((title) => user.create('/v1/trials/ask-leave', { title })));
    const { status } = await user.post('/v1/trials/ask-leave', { title: 'Never', fails: true });

    assert.equal(status, 400);
    assert.deepEqual(asked!.slice(0, 2).toSorted(), [one, other].toSorted());
    assert.equal((await user.get(one!)).status, 200);
    assert.equal(asked!.length, 3);
    await eventually(() => heard!.length === 2);
    assert.deepEqual(heard!.toSorted(), [one, other].toSorted());
  });

  test('a resource is visible to whom its own predicate shows it, and what stands behind it too', async () => {
    const stranger = await service.signIn();
    const [open, hidden] = [await user.create('/v1/notes', { title: 'Bread' }), await user.create('/v1/notes', { title: 'hidden' })];

    assert.deepEqual(await visible(open, stranger.gid), { visible: true });
    assert.deepEqual(await visible(hidden, user.gid), { visible: true });
    assert.deepEqual(await visible(`${hidden}/orders/1`, user.gid), { visible: true });
    assert.deepEqual(await visible(hidden, stranger.gid), { visible: false });
  });

  test('nothing is visible to an unknown or disabled user, nor under an unknown address', async () => {
    const note = await user.create('/v1/notes', { title: 'Cake' });
    const disabled = await service.signIn();
    await service.follow({
      type: 'principal',
      key: disabled.gid,
      state: { gid: disabled.gid, roles: [], is_enabled: false, memberships: [] },
    });

    assert.deepEqual(await visible(note, disabled.gid), { visible: false });
    assert.deepEqual(await visible(note, newGid()), { visible: false });
    for (const href of ['/v1/notes/x', `/v1/notes/${newGid()}`, '/v1/others/x', '', 'https://elsewhere.example/v1/notes/x'])
      assert.deepEqual(await visible(href, user.gid), { visible: false }, href);
  });

  test('what stands in a nested collection is visible only where its parent is', async () => {
    const note = await user.create('/v1/notes', { title: 'Nested' });

    assert.deepEqual(await visible(note.replace('/v1/', `/v1/users/${user.gid}/`), user.gid), { visible: false });
  });

  test('missing is what nobody could see, nested or not; hidden or beyond this service it is not missing', async () => {
    const [open, hidden, deleted] = await Promise.all(
      ['Rye', 'hidden', 'Gone'].map((title) => service.signIn().then((owner) => ownedBy(owner, title))),
    );
    await deleted!.owner.delete(deleted!.href);
    const nested = (owner: string, href: string): string => href.replace('/v1/', `/v1/users/${owner}/`);
    const there = [open!.href, hidden!.href, `${open!.href}/orders/1`, nested(open!.owner.gid, open!.href)];
    const gone = [
      ...[deleted!.href, `${deleted!.href}/orders/1`, `/v1/notes/${newGid()}`, '/v1/notes/x'],
      ...[nested(deleted!.owner.gid, deleted!.href), nested(newGid(), open!.href)],
    ];
    const elsewhere = ['/v1/others/x', '', 'https://elsewhere.example/v1/notes/x'];

    const response = await asFiles('/missing', { hrefs: [...there, ...gone, ...elsewhere] });
    assert.deepEqual([response.status, await response.json()], [200, { missing: gone }]);
    for (const body of [{}, { hrefs: '/v1/notes/x' }, { hrefs: [1] }, { hrefs: Array.from({ length: 1001 }, () => 'x') }])
      assert.equal((await asFiles('/missing', body)).status, 400);
  });

  test('a membership that only identity knows of is asked for before something is invisible', async () => {
    const [member, organization] = [newGid(), newGid()];
    await service.follow({ type: 'organization', key: organization, state: { gid: organization } });
    const memberships = [{ organization, is_manager: false }];
    service.leaveToOwner({ type: 'principal', key: member, state: { gid: member, roles: [], is_enabled: true, memberships } });

    assert.deepEqual(await visible(`/v1/organizations/${organization}`, member), { visible: true });
  });

  test('401 for a client, whatever its rights', async () => {
    const admin = await service.signIn({ roles: ['admin'] });
    assert.equal((await admin.get(`/internal/visible?href=/v1/notes/x&user=${admin.gid}`)).status, 401);
  });
});
