import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { sharedSystem } from '../shared-system.ts';
import { demoGids, localUrl, type TestSystem } from '../test-system.ts';

describe('files of an order', () => {
  let system: TestSystem;
  let user: ApiClient;
  let colleague: ApiClient;
  before(async () => {
    system = await sharedSystem();
    [user, colleague] = [await system.signIn('user@example.com'), await system.signIn('colleague@example.com')];
  });

  /** The status of a client's download by the signed address, or of the refusal to sign it. */
  async function readsFile(client: ApiClient, url: string): Promise<number> {
    const { status, body } = await client.get(`/v1/files/${encodeURIComponent(url)}`);
    if (status !== 200) return status;
    return (await fetch(localUrl(system, body.url))).status;
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
});
