import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gidOf } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('brief files', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const uploads = (count: number) => Array.from({ length: count }, () => ordering.files.upload(market.user));
  const named = (paths: string[]) => paths.map((url) => ({ url }));
  const described = (paths: string[]) => paths.map((path) => ordering.files.describe(path));
  const draft = (brief_files: { url: string }[] = []) => market.user.create('/v1/projects', market.order({ brief_files }));
  const read = async (href: string) => (await market.user.get(href)).body;
  const attachedTo = async (href: string) => (await ordering.files.attached()).filter((attachment) => attachment.includes(` ${href}/`));
  /** Keys of the published states that name a project's attached files. */
  const keysOf = async (path: string) => {
    const text = `select key from shared_state where type = 'attachment' and state->>'path' = $1`;
    return (await ordering.service.database.query<{ key: string }>({ text, values: [path] })).map(({ key }) => key);
  };
  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

  test('204 replaces the files of a draft and leaves those that stay unchanged', async () => {
    const [kept, gone] = uploads(2) as [string, string];
    const href = await draft(named([kept, ordering.files.addressOf(gone)]));
    const elsewhere = await draft(named([gone]));
    assert.deepEqual((await read(href)).brief_files, described([kept, gone]));
    assert.equal((await read(`${href}/stat`)).brief_files, 2);
    const { body: before } = await market.user.get(`${href}/brief_files/${kept}`);
    const [added] = uploads(1) as [string];
    assert.equal((await market.user.put(href, { title: 'Larger', brief_files: named([added, kept]) })).status, 204);

    const { title, brief_files: files, modified_at: modifiedAt } = await read(href);
    assert.deepEqual([title, files], ['Larger', described([kept, added])]);
    assert.ok(modifiedAt);
    assert.deepEqual(await read(`${href}/brief_files/${kept}`), before);
    assert.deepEqual((await attachedTo(href)).map((one) => one.split(' ')[0]).toSorted(), [kept, added].toSorted());
    assert.equal((await market.user.put(href, { brief_files: [] })).status, 204);
    assert.deepEqual([await attachedTo(href), (await attachedTo(elsewhere)).length], [[], 1]);
  });

  test("adding or removing a file updates the project's modified_at", async () => {
    const href = await draft();
    assert.equal(await ordering.isModified('project', gidOf(href)), false);
    const file = await market.user.create(`${href}/brief_files`, { url: uploads(1)[0]! });
    assert.equal(await ordering.isModified('project', gidOf(href)), true);

    await ordering.service.database.query({ text: 'update project set modified_at = null where gid = $1', values: [gidOf(href)] });
    assert.equal((await market.user.delete(file)).status, 204);
    assert.equal(await ordering.isModified('project', gidOf(href)), true);
  });

  test('a file that is added again right after its removal is attached again', async () => {
    const [path] = uploads(1) as [string];
    const href = await draft(named([path]));
    const before = await keysOf(path);
    await market.user.delete(`${href}/brief_files/${path}`);
    await market.user.create(`${href}/brief_files`, { url: path });

    assert.equal((await attachedTo(href)).length, 1);
    const after = await keysOf(path);
    assert.deepEqual([before.length, after.length, after.includes(before[0]!)], [1, 1, false]);
  });

  test('400 refuses a duplicate file and the 101st file', async () => {
    const paths = uploads(100);
    const href = await draft(named(paths.slice(1)));
    const again = await market.user.post(`${href}/brief_files`, { url: paths[1] });
    assert.deepEqual([again.status, pathsOf(again.body)], [400, ['url']]);

    await market.user.create(`${href}/brief_files`, { url: paths[0] });
    const tooMany = await market.user.post(`${href}/brief_files`, { url: uploads(1)[0] });
    assert.deepEqual([tooMany.status, pathsOf(tooMany.body)], [400, ['url']]);
    assert.equal((await read(href)).brief_files.length, 100);
  });
});
