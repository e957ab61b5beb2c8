import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, reached, type TestSystem } from '../test-system.ts';

describe('files of an order', () => {
  let system: TestSystem;
  let user: ApiClient;
  let colleague: ApiClient;
  before(async () => {
    system = await startTestSystem();
    [user, colleague] = [await system.signIn('user@example.com'), await system.signIn('colleague@example.com')];
  });
  after(() => system?.stop());

  /** What a client gets who asks for the file: its bytes by the signed address, or the refusal. */
  async function readsFile(client: ApiClient, url: string): Promise<number> {
    const { status, body } = await client.get(`/v1/files/${encodeURIComponent(url)}`);
    if (status !== 200) return status;
    return (await fetch(reached(system, body.url))).status;
  }
  const order = async (changes: object) => user.create('/v1/projects', orderOf(await findOffer(user), changes));
  const share = (project: string) => user.create(`${project}/shared_with`, { user: { gid: demoGids.users.colleague } });

  test('an upload becomes a brief file, which a colleague reads while the project is shared with them, and not a moment longer', async () => {
    const path = await uploadPicture(system);
    assert.deepEqual([await readsFile(user, path), await readsFile(colleague, path)], [200, 404]);
    const project = await order({ brief_files: [{ url: path }] });
    const [file] = (await user.get(project)).body.brief_files;
    const { url, name, content_type: type, size, variations } = file;
    assert.ok(name !== '' && type === 'image/png' && size > 0);
    for (const { url: small } of Object.values<{ url: string }>(variations)) assert.match(small, /\/v1\/img\//);
    assert.deepEqual([await readsFile(user, url), await readsFile(colleague, url)], [200, 404]);

    const shared = await share(project);
    assert.deepEqual((await colleague.get(project)).body.brief_files, [file]);
    assert.equal(await readsFile(colleague, url), 200);
    await user.delete(shared);
    assert.equal(await readsFile(colleague, url), 404);
  });

  test('a file that is removed from the brief is read by its uploader alone', async () => {
    const path = await uploadPicture(system);
    const project = await order({ brief_files: [{ url: path }] });
    await share(project);
    assert.equal(await readsFile(colleague, path), 200);
    await user.delete(`${project}/brief_files/${path}`);

    assert.equal(await readsFile(colleague, path), 404);
    await eventually(async () => assert.equal(await readsFile(user, path), 200));
  });

  test('400 for a file of somebody else, of another host, with a changed signature, or that leads elsewhere', async () => {
    const path = await uploadPicture(system);
    const foreign = await uploadPicture(system, 'user@other.example.com');
    const { url: signed } = (await user.get(`/v1/files/${path}`)).body;
    const plain = signed.split('?')[0];
    const refused = [
      ...[foreign, plain.replace('://', '://elsewhere.'), signed.replace(/ignature=./, 'ignature=-'), `../${path}`, `${plain}/../${path}`],
      ...['%2F', `${path}%2F`, 'file:///etc/passwd', `https://partner-ordering.test/v1/storage/..%2F${path}`, '\u0000'],
    ];
    for (const url of refused) {
      const { status, body } = await user.post('/v1/projects', orderOf(await findOffer(user), { brief_files: [{ url: path }, { url }] }));
      assert.deepEqual(
        [status, body.error.details?.[0].path],
        [400, url === '\u0000' ? body.error.details?.[0].path : 'brief_files.1.url'],
        url,
      );
    }
    for (const url of [path, plain, signed]) assert.ok(await order({ brief_files: [{ url }] }), url);
  });

  test('the paths of stars and of signed addresses are one to clients: each method goes to its service, others are named', async () => {
    const path = await uploadPicture(system);
    const project = await order({ state: 'published' });
    await user.create(`${project}/messages`, { message: 'See', attached_files: [{ url: path }] });
    const [{ url }] = (await user.get(`${project}/messages`)).body.items[0].attached_files;
    const encoded = `/v1/files/${encodeURIComponent(url)}`;

    assert.equal((await user.send('HEAD', encoded, {})).status, 200);
    for (const [way, method, allow] of [
      [encoded, 'PUT', 'DELETE, GET, HEAD'],
      ['/v1/files', 'GET', 'POST'],
    ] as const) {
      const { status, headers } = await user.send(method, way, {});
      assert.deepEqual([status, headers.get('allow')], [405, allow]);
    }
    await user.create('/v1/files', { path: url });
    assert.equal((await user.delete(encoded)).status, 204);
    assert.equal((await user.delete(encoded)).status, 404);
    assert.equal((await user.get(encoded)).status, 200, 'the file is still there');
    for (const odd of ['a%2Fb', '..%2F..%2Fetc', '%2F']) assert.equal((await user.delete(`/v1/files/${odd}`)).status, 404, odd);
  });

  test('a batch orders with a file, adds another and stars nothing that is no attachment', async () => {
    const [one, other] = [await uploadPicture(system), await uploadPicture(system)];
    const project = await order({ brief_files: [{ url: one }] });
    const action = (relative_url: string, body: object) => ({ relative_url, method: 'POST', body: JSON.stringify(body) });
    const { status, body } = await user.post('/v1/batch', [
      action(`${project}/brief_files`, { url: other }),
      action('/v1/files', { path: one }),
      { relative_url: `${project}/brief_files/${other}`, method: 'DELETE' },
    ]);

    assert.deepEqual([status, body.map((answer: { status: number }) => answer.status)], [200, [201, 400, 204]]);
    assert.equal((await user.get(`${project}/brief_files`)).body.total_count, 1);
  });
});
