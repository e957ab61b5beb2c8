import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { type ApiClient } from '@partner-ordering/testing';
import { createConversation, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('files of messages and results', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const { upload, addressOf } = {
    upload: (by: { gid: string }) => ordering.files.upload(by),
    addressOf: (path: string) => ordering.files.addressOf(path),
  };
  const shown = (paths: string[]) => paths.map((path) => ordering.files.shown(path));
  const read = async (href: string) => (await market.user.get(href)).body;
  const attach = (client: ApiClient, href: string, paths: string[], rest: object = {}) =>
    client.create(`${href}/messages`, { message: 'See', attached_files: paths.map((url) => ({ url })), ...rest });
  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path);

  /** A finished conversation: a first delivery was rejected, the second one with these files accepted. */
  async function delivered(paths: string[]): Promise<string> {
    const { href, worker } = await createConversation(market);
    const delivery = { type: 'delivery', worker: { gid: worker } };
    await attach(market.admin, href, [upload(market.admin)], delivery);
    await market.user.create(`${href}/messages`, { message: '', type: 'reject' });
    await attach(market.admin, href, paths, delivery);
    return href;
  }

  test('201 posts a message with files, which it shows in their order; they belong to it', async () => {
    const { href } = await createConversation(market);
    const paths = [upload(market.user), upload(market.user)];
    const message = await attach(market.user, href, paths);

    assert.deepEqual((await read(message)).attached_files, shown(paths));
    const { items } = await read(`${href}/messages`);
    assert.deepEqual(items[0].attached_files, shown(paths));
    assert.deepEqual(
      (await ordering.files.attached()).filter((attachment) => attachment.endsWith(` ${message}`)),
      paths.map((path) => `${path} ${message}`),
    );
  });

  test("an accepted delivery's files become the result; what was rejected does not", async () => {
    const paths = [upload(market.admin), upload(market.admin)];
    const href = await delivered(paths);
    assert.deepEqual((await read(href)).source_files, []);
    assert.equal((await read(`${href}/source_files`)).total_count, 0);
    await market.user.create(`${href}/messages`, { message: '', type: 'accept' });

    const attached = await ordering.files.attached();
    for (const path of paths) assert.ok(attached.includes(`${path} ${href}/source_files/${path}`), attached.join());
    const project = await read(href);
    assert.deepEqual([project.status, project.source_files], ['finished', shown(paths)]);
    assert.equal((await read(`${href}/stat`)).source_files, 2);
    assert.equal((await read(`${href}/source_files/${paths[0]}`)).href, `${href}/source_files/${paths[0]}`);
  });

  test('a star needs a message that the caller sees (400), and a project of their own (403)', async () => {
    const { href } = await createConversation(market);
    const [path, brief] = [upload(market.user), upload(market.user)];
    await attach(market.user, href, [path]);
    await market.user.create(`${href}/brief_files`, { url: brief });
    const [stranger, colleague] = [await ordering.signIn(), await ordering.signIn({ memberOf: [market.organization] })];
    await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });

    const foreign = addressOf(path).replace('partner-ordering.test', 'elsewhere.example');
    for (const [client, named] of [
      [stranger, path],
      [market.user, brief],
      [market.user, newGid()],
      [market.user, foreign],
      [market.user, `../${path}`],
    ] as const) {
      const { status, body } = await client.post('/v1/files', { path: named });
      assert.deepEqual([status, pathsOf(body)], [400, ['path']], named);
    }
    assert.equal((await colleague.post('/v1/files', { path })).status, 403);
    const star = await market.user.create('/v1/files', { path });
    assert.equal((await colleague.get(star)).status, 200);
    assert.equal((await colleague.delete(`/v1/files/${path}`)).status, 403);
    assert.equal((await stranger.delete(`/v1/files/${path}`)).status, 404);
  });
});
