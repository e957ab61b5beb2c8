import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, type ApiClient } from '@partner-ordering/testing';
import { createContest, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('brief files', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const uploads = (count: number) => Array.from({ length: count }, () => ordering.files.upload(market.user));
  const named = (paths: string[]) => paths.map((url) => ({ url }));
  const shown = (paths: string[]) => paths.map((path) => ordering.files.shown(path));
  const draft = (brief_files: { url: string }[] = []) => market.user.create('/v1/projects', market.order({ brief_files }));
  const read = async (href: string, client: ApiClient = market.user) => (await client.get(href)).body;
  const attachedTo = async (href: string) => (await ordering.files.attached()).filter((attachment) => attachment.includes(` ${href}/`));
  /** Keys of the states that tell where a file is attached. */
  const keysOf = async (path: string) => {
    const text = `select key from shared_state where type = 'attachment' and state->>'path' = $1`;
    return (await ordering.service.database.query<{ key: string }>({ text, values: [path] })).map(({ key }) => key);
  };
  const pathsOf = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

  test('201 orders with files, named by path or address, which the project shows in their order and lists leave out', async () => {
    const [one, other] = uploads(2) as [string, string];
    const href = await draft([{ url: other }, { url: ordering.files.addressOf(one) }]);

    assert.deepEqual((await read(href)).brief_files, shown([other, one]));
    assert.equal((await read(`${href}/stat`)).brief_files, 2);
    const { items } = await read(`/v1/projects?query=${encodeURIComponent(`["gid","==","${gidOf(href)}"]`)}`);
    assert.equal('brief_files' in items[0], false);
    assert.deepEqual(
      await attachedTo(href),
      [other, one].map((path) => `${path} ${href}/brief_files/${path}`),
    );
  });

  test('201 adds a file, which stands in the collection with who added it', async () => {
    const href = await draft();
    const [path] = uploads(1) as [string];
    const file = await market.user.create(`${href}/brief_files`, { url: path });
    assert.equal(file, `${href}/brief_files/${path}`);

    const { created_at, gid, ...rest } = await read(file, market.manager);
    assert.match(created_at, /\+0000$/);
    const user = { gid: market.user.gid, href: `/v1/users/${market.user.gid}`, firstname: 'Robin', lastname: 'Reed' };
    assert.deepEqual(rest, { href: file, path, ...ordering.files.shown(path), added_by: user });
    const { total_count, items } = await read(`${href}/brief_files`);
    assert.deepEqual([total_count, items], [1, [{ gid, created_at, ...rest }]]);
  });

  test('a file shows what is known of it, url first, and an image its variations', async () => {
    const paths = [ordering.files.upload(market.user, 'image'), ...uploads(1)];
    const href = await draft(named(paths));
    const { brief_files: files } = await read(href);
    assert.deepEqual(Object.keys(files[0]), ['url', 'name', 'size', 'content_type', 'variations']);
    assert.match(files[0].variations.icon.url, /\/v1\/img\/.+-icon$/);
    assert.equal(files[1].variations, null);
    assert.deepEqual((await read(`${href}/brief_files/${paths[0]}`)).variations, files[0].variations);
    assert.deepEqual(files, shown(paths));
  });

  test('201 and 204 take files as they were read: they name a file by their url, and nothing follows from the rest', async () => {
    const paths = [ordering.files.upload(market.user, 'image'), ...uploads(1)];
    const { brief_files: files } = await read(await draft(named(paths)));
    const again = await draft(files);
    assert.deepEqual((await read(again)).brief_files, files);
    const other = await draft([{ ...files[0], name: 'another.png', size: 1 }]);
    assert.deepEqual((await read(other)).brief_files, [files[0]]);
    const whole = await read(again);
    assert.equal((await market.user.put(again, whole)).status, 204);
    const changed = await market.user.put(again, { ...whole, brief_files: [{ ...files[0], name: 'another.png' }, files[1]] });
    assert.equal(changed.status, 204);
    assert.deepEqual((await read(again)).brief_files, files);
  });

  test('204 replaces the files of a draft; those that stay are left as they are', async () => {
    const [kept, gone] = uploads(2) as [string, string];
    const href = await draft(named([kept, gone]));
    const { body: before } = await market.user.get(`${href}/brief_files/${kept}`);
    const [added] = uploads(1) as [string];
    assert.equal((await market.user.put(href, { title: 'Larger', brief_files: named([added, kept]) })).status, 204);

    const { title, brief_files: files, modified_at: modifiedAt } = await read(href);
    assert.deepEqual([title, files], ['Larger', shown([kept, added])]);
    assert.ok(modifiedAt);
    assert.deepEqual(await read(`${href}/brief_files/${kept}`), before);
    assert.deepEqual((await attachedTo(href)).map((one) => one.split(' ')[0]).toSorted(), [kept, added].toSorted()); // prettier-ignore
    assert.equal((await market.user.put(href, { brief_files: [] })).status, 204);
    assert.deepEqual(await attachedTo(href), []);
  });

  test('201 shows the name of somebody whom only identity knows so far', async () => {
    const newcomer = await ordering.signIn({ manages: [market.organization] });
    const name = { firstname: 'Kim', lastname: 'Sol' };
    const of = { type: 'user', key: newcomer.gid };
    ordering.leaveToOwner({ ...of, state: { gid: newcomer.gid, ...name, email: 'kim@example.com', locale: 'en' } });
    await ordering.service.database.query({ text: `delete from shared_state where type = 'user' and key = $1`, values: [newcomer.gid] });
    const file = await newcomer.create(`${await draft()}/brief_files`, { url: ordering.files.upload(newcomer) });

    assert.deepEqual((await read(file)).added_by, { gid: newcomer.gid, href: `/v1/users/${newcomer.gid}`, ...name });
  });

  test('a file that is added or removed modifies the project, which shows it', async () => {
    const href = await draft();
    assert.equal(await ordering.isModified('project', gidOf(href)), false);
    const file = await market.user.create(`${href}/brief_files`, { url: uploads(1)[0]! });
    assert.equal(await ordering.isModified('project', gidOf(href)), true);

    await ordering.service.database.query({ text: 'update project set modified_at = null where gid = $1', values: [gidOf(href)] });
    assert.equal((await market.user.delete(file)).status, 204);
    assert.equal(await ordering.isModified('project', gidOf(href)), true);
  });

  test('204 removes a file from a draft, which nobody reads there any more, and lets go of it', async () => {
    const [kept, removed] = uploads(2) as [string, string];
    const href = await draft(named([kept, removed]));
    assert.equal((await market.user.delete(`${href}/brief_files/${removed}`)).status, 204);

    assert.deepEqual((await read(href)).brief_files, shown([kept]));
    assert.equal((await market.user.get(`${href}/brief_files/${removed}`)).status, 404);
    assert.equal((await market.user.delete(`${href}/brief_files/${removed}`)).status, 404);
    assert.equal((await attachedTo(href)).length, 1);
  });

  test('a file that is added again right after its removal is attached anew', async () => {
    const [path] = uploads(1) as [string];
    const href = await draft(named([path]));
    const before = await keysOf(path);
    await market.user.delete(`${href}/brief_files/${path}`);
    await market.user.create(`${href}/brief_files`, { url: path });

    assert.equal((await attachedTo(href)).length, 1);
    const after = await keysOf(path);
    assert.deepEqual([before.length, after.length, after.includes(before[0]!)], [1, 1, false]);
  });

  test('201 adds files until the project is finished, 400 from then on; 400 removes none once it is no draft', async () => {
    const href = await createContest(market);
    const [path, late] = uploads(2) as [string, string];
    const file = await market.user.create(`${href}/brief_files`, { url: path });
    const { status, body } = await market.user.delete(file);
    assert.deepEqual([status, pathsOf(body)], [400, ['state']]);

    const work = await createWork(market, href);
    await market.user.put(href, { winner: { gid: gidOf(work) } });
    const refused = await market.user.post(`${href}/brief_files`, { url: late });
    assert.deepEqual([refused.status, pathsOf(refused.body)], [400, ['status']]);
    assert.deepEqual((await read(href)).brief_files, shown([path]));
  });

  test('400 refuses a file that is there already, and one more than 100', async () => {
    const paths = uploads(100);
    const href = await draft(named(paths.slice(1)));
    const again = await market.user.post(`${href}/brief_files`, { url: paths[1] });
    assert.deepEqual([again.status, pathsOf(again.body)], [400, ['url']]);

    await market.user.create(`${href}/brief_files`, { url: paths[0] });
    const tooMany = await market.user.post(`${href}/brief_files`, { url: uploads(1)[0] });
    assert.deepEqual([tooMany.status, pathsOf(tooMany.body)], [400, ['url']]);
    assert.equal((await read(href)).brief_files.length, 100);
  });

  test('404 hides the files of a project that is hidden, 403 forbids changes to whom it is shared with', async () => {
    const [path, another] = uploads(2) as [string, string];
    const href = await draft(named([path]));
    const [stranger, colleague] = [await ordering.signIn(), await ordering.signIn({ memberOf: [market.organization] })];
    await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });

    const ways = (client: ApiClient) =>
      Promise.all([
        client.get(`${href}/brief_files`),
        client.get(`${href}/brief_files/${path}`),
        client.post(`${href}/brief_files`, { url: another }),
        client.delete(`${href}/brief_files/${path}`),
      ]).then((answers) => answers.map(({ status }) => status));
    assert.deepEqual(await ways(stranger), [404, 404, 404, 404]);
    assert.deepEqual(await ways(colleague), [200, 200, 403, 403]);
  });

  test('404 for a path that is no file of the project, however it is written', async () => {
    const [path] = uploads(1) as [string];
    await draft(named([path]));
    const href = await draft();
    for (const filepath of [path, newGid(), '%2F', '..%2Fx', encodeURIComponent(ordering.files.addressOf(path))])
      for (const method of ['GET', 'DELETE'])
        assert.equal((await market.user.send(method, `${href}/brief_files/${filepath}`, {})).status, 404, filepath);
  });

  test('the same file in two projects is attached to each', async () => {
    const paths = uploads(1);
    const [one, other] = [await draft(named(paths)), await draft(named(paths))];
    await market.user.delete(one);

    assert.deepEqual(await attachedTo(one), []);
    assert.deepEqual((await read(other)).brief_files, shown(paths));
    assert.equal((await attachedTo(other)).length, 1);
  });
});
