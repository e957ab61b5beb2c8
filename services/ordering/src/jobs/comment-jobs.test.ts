import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf } from '@partner-ordering/testing';
import {
  createContest,
  createConversation,
  createWork,
  createWorker,
  openMarket,
  startOrdering,
  type Market,
} from '../fixtures/test-ordering.ts';

describe('comments on what is gone', () => {
  let ordering: Awaited<ReturnType<typeof startOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
  });
  after(() => ordering?.stop());

  const rows = <Row>(text: string, ...values: unknown[]) => ordering.service.database.query<Row>({ text, values });
  const comment = (uri: string) => market.admin.create('/v1/comments', { uri, message: 'Mind the colours' });
  const statuses = (paths: string[]) => Promise.all(paths.map(async (path) => (await market.admin.get(path)).status));
  const attached = async (project: string) => {
    const path = ordering.files.upload(market.user);
    return { path, message: await market.user.create(`${project}/messages`, { message: 'Look', attached_files: [{ url: path }] }) };
  };
  const share = async (project: string) => {
    const { gid } = await ordering.signIn({ memberOf: [market.organization] });
    return market.user.create(`${project}/shared_with`, { user: { gid } });
  };
  /** Something of each kind that comments can be about and that goes by itself. */
  const subjects = async () => {
    const { href: project } = await createConversation(market);
    const { path } = await attached(project);
    const draft = await market.user.create('/v1/projects', market.order());
    const file = await market.user.create(`${draft}/brief_files`, { url: ordering.files.upload(market.user) });
    const work = await createWork(market, await createContest(market));
    return {
      file,
      star: await market.user.create('/v1/files', { path }),
      path,
      share: await share(project),
      work,
      worker: await createWorker(market),
    };
  };

  test('204 takes them with a brief file, a star and a share', async () => {
    const { file, star, path, share: shared } = await subjects();
    const paths = await Promise.all([file, star, shared].map(comment));
    assert.deepEqual(await statuses(paths), [200, 200, 200]);
    for (const gone of [file, `/v1/files/${path}`, shared]) assert.equal((await market.user.delete(gone)).status, 204);
    assert.deepEqual(await statuses(paths), [404, 404, 404]);
  });

  test('are removed where the release before left them, and those on what is there stay', async () => {
    const { path, ...all } = await subjects();
    const { path: other, ...kept } = await subjects();
    const message = (await attached((await createConversation(market)).href)).message;
    const lost = await Promise.all(Object.values(all).map(comment));
    const left = await Promise.all([...Object.values(kept), message, await createContest(market)].map(comment));
    assert.ok(path && other);
    await rows('delete from project_file where gid = $1', (await market.user.get(all.file)).body.gid);
    for (const [table, gid] of [
      ['star', gidOf(all.star)],
      ['work', gidOf(all.work)],
      ['worker', gidOf(all.worker)],
    ] as const)
      // prettier-ignore
      await rows(`delete from ${table} where gid = $1`, gid);
    await rows('delete from project_share where user_gid = $1', gidOf(all.share));
    assert.deepEqual(new Set(await statuses([...lost, ...left])), new Set([200]));

    await ordering.runJob('remove_lost_own_comments');
    assert.deepEqual(new Set(await statuses(lost)), new Set([404]));
    assert.deepEqual(new Set(await statuses(left)), new Set([200]));
  });

  test('the second look is a day after the first of a row of looks that missed what they are about', async () => {
    const uri = `/v1/products/${newGid()}`;
    const isThere = (exists: boolean) =>
      ordering.answer('/internal/visible', ({ uris }: { uris: string[] }) => ({
        resources: uris.map((asked) => ({
          uri: asked,
          exists: exists && asked === uri,
          visible: exists && asked === uri,
          organization: null,
        })),
      }));
    const planned = async () =>
      (await rows<{ run_at: Date }>(`select run_at from job where name = 'remove_comments_on' and key = $1`, uri)).map(
        ({ run_at }) => run_at,
      );
    const look = () => ordering.runJob('remove_lost_comments');
    isThere(true);
    await comment(uri);
    isThere(false);
    await look();
    const [first] = await planned();
    await look();
    assert.deepEqual(await planned(), [first]);
    isThere(true);
    await look();
    assert.deepEqual(await planned(), []);
    isThere(false);
    await look();
    const [second] = await planned();
    assert.ok(second! > first!);
  });
});
