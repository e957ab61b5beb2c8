import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid, NIL_GID } from '@partner-ordering/kernel';
import { eventually, gidOf } from '@partner-ordering/testing';
import { commentsElsewhere, removeComments } from '../domain/conversation/lost-comments.ts';
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
  /** A comment on something, one on that, and one on the second; their paths. */
  const thread = async (uri: string) => {
    const first = await comment(uri);
    const second = await comment(first);
    return [first, second, await comment(second)];
  };
  /** Other services have these, and nothing else. */
  const elsewhere = (...there: string[]) =>
    ordering.answer('/internal/visible', ({ uris }: { uris: string[] }) => ({
      resources: uris.map((uri) => ({ uri, exists: there.includes(uri), visible: there.includes(uri), organization: null })),
    }));
  const review = async () => {
    const [project, worker] = [await createContest(market), await createWorker(market)];
    const winner = { gid: gidOf(await createWork(market, project, { worker: { gid: gidOf(worker) } })) };
    await market.user.put(project, { winner });
    const marks = { quality: 5, reactivity: 4, communicativeness: 3, work_with_again: 1 };
    return market.user.create('/v1/reviews', { project: { gid: gidOf(project) }, worker: { gid: gidOf(worker) }, ...marks });
  };
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

  test('are removed in the night where they were left, and those on what is there stay', async () => {
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

  test('whole threads stay, wherever what they are about is', async () => {
    const [receipt, product] = [`/v1/receipts/${newGid()}`, `/v1/products/${newGid()}`];
    elsewhere(receipt, product);
    const work = await createWork(market, await createContest(market));
    const about = [await createContest(market), work, await createWorker(market), await review(), receipt, product];
    const threads = (await Promise.all(about.map(thread))).flat();
    await ordering.runJob('remove_lost_own_comments');
    await ordering.runJob('remove_lost_comments');
    for (const uri of [receipt, product]) await ordering.runJob('remove_comments_on', { uri });
    assert.deepEqual(await statuses(threads), threads.map(() => 200)); // prettier-ignore
  });

  test('whole threads go with a worker, and in the night after with a review that is lost', async () => {
    const [worker, lost] = [await createWorker(market), await review()];
    const [onWorker, onReview] = [await thread(worker), await thread(lost)];
    assert.equal((await market.admin.delete(worker)).status, 204);
    assert.deepEqual(await statuses([...onWorker, ...onReview]), [404, 404, 404, 200, 200, 200]);
    await rows('delete from review where gid = $1', gidOf(lost));
    await ordering.runJob('remove_lost_own_comments');
    assert.deepEqual(await statuses(onReview), [404, 404, 404]);
  });

  test('of 2,500 comments on what is deleted, here or elsewhere, a thousand go in a transaction, and the rest by jobs', async () => {
    const product = `/v1/products/${newGid()}`;
    const worker = await createWorker(market);
    elsewhere(product);
    for (const uri of [product, worker])
      await rows(
        `insert into comment (gid, created_at, uri, message, user_gid, project_gid, is_shared, ancestors)
          select gen_random_uuid(), c.created_at, c.uri, c.message, c.user_gid, c.project_gid, c.is_shared, c.ancestors
          from comment c, generate_series(1, 2499) where c.gid = $1`,
        gidOf(await comment(uri)),
      );
    const below = await comment(
      `/v1/comments/${(await rows<{ gid: string }>('select gid from comment where uri = $1 order by created_at desc, gid desc limit 1', product))[0]!.gid}`,
    );
    const left = async (uri: string) =>
      (await rows<{ number: number }>('select count(*)::int as number from comment where uri = $1', uri))[0]!.number;
    const jobs: { data: object }[] = [];
    const until = new Date();
    await ordering.service.database.transactional((tx) =>
      removeComments(tx, (job) => void jobs.push(job as { data: object }), { uri: product, writtenUntil: until }),
    );
    assert.equal(await left(product), 1_500);
    assert.deepEqual(jobs, [{ name: 'remove_remaining_comments', data: { uri: product, written_until: until.toISOString() } }]);

    elsewhere();
    await ordering.runJob('remove_comments_on', { uri: product });
    assert.equal((await market.admin.delete(worker)).status, 204);
    for (const uri of [product, worker]) await eventually(async () => (await left(uri)) === 0);
    await eventually(async () => (await market.admin.get(below)).status === 404);
  });

  test('those that are written after the deletion, on something else with the same path, are not among the rest', async () => {
    const { file } = await subjects();
    const project = file.slice(0, file.indexOf('/brief_files'));
    const [before, later] = [await comment(file), await comment(file)];
    const deletedAt = '2026-11-01T12:00:00.000Z';
    await rows('update comment set created_at = $2 where gid = $1', gidOf(before), deletedAt);
    await ordering.runJob('remove_remaining_comments', { uri: file, written_until: deletedAt });
    assert.deepEqual(await statuses([before, later, project]), [404, 200, 200]);
  });

  test('the hourly look asks about what threads are about, once, and not about the comments in them', async () => {
    const receipt = `/v1/receipts/${newGid()}`;
    elsewhere(receipt);
    const [first] = await thread(receipt);
    const found = await commentsElsewhere(ordering.service.database, NIL_GID, 10_000);
    assert.deepEqual(found.filter(({ uri }) => uri === receipt).map(({ gid }) => gid), [gidOf(first!)]); // prettier-ignore
    assert.ok(found.every(({ uri }) => !uri.startsWith('/v1/comments/')));
  });

  test('the second look is a day after the first of a row of looks that missed what they are about', async () => {
    const uri = `/v1/products/${newGid()}`;
    const isThere = (exists: boolean) => elsewhere(...(exists ? [uri] : []));
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
