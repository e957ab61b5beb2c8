import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf } from '@partner-ordering/testing';
import { findOffer, orderOf, type Offer } from './orders.ts';
import { uploadPicture } from './requests.ts';
import { beginStory, change, download, historyOf, read, receiptOfOrder, type Story } from './story.ts';

/** Several workers send works, the user picks one; the steps stand on each other. */
describe('a contest, from the brief to the paid receipt', () => {
  let story: Story;
  let offer: Offer;
  let project: string;
  let receipt: string;
  let other: { gid: string };
  let works: Record<'calm' | 'loud' | 'calmer', string>;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  test('the user asks what a logo would cost, and orders nothing yet', async () => {
    const { user } = story;
    offer = await findOffer(user);
    const { status, body } = await user.post('/v1/projects?dry_run=true', orderOf(offer, { state: 'published' }));
    assert.deepEqual([status, body.state, body.price.amount, body.approvers], [200, 'published', offer.amount, []]);
    assert.equal((await read(user, '/v1/projects')).total_count, 0);
  });

  test('the user uploads a picture and orders a logo with it as the brief, which starts at once', async () => {
    const { system, user, manager, stranger } = story;
    const brief_files = [{ url: await uploadPicture(system) }];
    project = await user.create('/v1/projects', orderOf(offer, { state: 'published', brief_files }));
    const { status, started_at: startedAt, published_at: publishedAt, price, brief_files: shown } = await read(user, project);
    assert.deepEqual([status, startedAt, price.amount], ['in_progress', publishedAt, offer.amount]);
    assert.equal((await download(system, manager, shown[0]))?.type, 'image/png');
    assert.equal(await download(system, stranger, shown[0]), null);
  });

  test('two workers enter works with images, one of them a variation too', async () => {
    const { system, admin, worker } = story;
    other = { gid: gidOf(await admin.create('/v1/workers', { service_id: 'other', firstname: 'Ada', lastname: 'Quill' })) };
    const enter = async (body: object) => {
      const image = { url: await uploadPicture(system, 'admin@example.com') };
      return admin.create('/v1/works', { project: { gid: gidOf(project) }, image, ...body });
    };
    const calm = await enter({ worker, description: 'Calm' });
    const loud = await enter({ worker: other, description: 'Loud' });
    works = { calm, loud, calmer: await enter({ worker, description: 'Calmer', parent: { gid: gidOf(calm) } }) };
  });

  test('the user looks through the works: all, by worker, without variations, those of one creation, the newest', async () => {
    const { user, worker } = story;
    const found = async (...expressions: unknown[]) => {
      const query = [['project.gid', '==', gidOf(project)], ...expressions];
      const { total_count: count, items } = await read(user, '/v1/works', { query, orderBy: 'created_at', sort: 'asc' });
      assert.equal(count, items.length);
      return items.map(({ href }: { href: string }) => href);
    };
    const { calm, loud, calmer } = works;
    assert.deepEqual(await found(), [calm, loud, calmer]);
    assert.deepEqual(await found(['worker.gid', '==', worker.gid]), [calm, calmer]);
    assert.deepEqual(await found(['parent', '==', null]), [calm, loud]);
    assert.deepEqual(await found(['parent.gid', '==', gidOf(calm)]), [calmer]);
    assert.deepEqual(await found(['gid', 'in', [gidOf(loud), gidOf(calmer)]]), [loud, calmer]);
    const { created_at: createdAt } = await read(user, loud);
    assert.ok((await found(['created_at', '>=', createdAt])).includes(calmer));
    assert.deepEqual(await found(['won_at', '!=', null]), []);
    const { items: workers } = await read(user, '/v1/workers', { query: ['works.project.gid', '==', gidOf(project)] });
    assert.deepEqual(workers.map(({ gid }: { gid: string }) => gid).toSorted(), [worker.gid, other.gid].toSorted());
  });

  test('a browser shows the images in three sizes to those who see the project, by a token that can do nothing else', async () => {
    const { system, user, admin } = story;
    const { image, thumbnail } = await read(user, works.calmer);
    const { icon, thumb } = image.variations;
    assert.equal(thumbnail.url, thumb.url);
    const [principal, stranger] = [
      await system.signIn('user@example.com', 'files'),
      await system.signIn('user@other.example.com', 'files'),
    ];
    const show = async (url: string, token = principal.token) => {
      const response = await fetch(new URL(`${new URL(url).pathname}?access_token=${token}`, system.url));
      return `${response.status} ${response.headers.get('content-type')?.split(';')[0]}`;
    };
    for (const { url } of [image, icon, thumb]) {
      assert.equal(await show(url), '200 image/png');
      assert.equal(await show(url, stranger.token), '404 application/json');
    }
    const { image: tooLoud } = await read(user, works.loud);
    await change(admin, works.loud, { image: null });
    assert.equal(await show(tooLoud.url), '404 application/json');
  });

  test('the user picks the winner, which finishes the project', async () => {
    const { user } = story;
    await change(user, project, { winner: { gid: gidOf(works.calmer) } });
    const { status, finished_at: finishedAt, winner } = await read(user, project);
    assert.deepEqual([status, winner.href], ['finished', works.calmer]);
    assert.equal((await read(user, works.calmer)).won_at, finishedAt);
    assert.equal((await read(user, works.calm)).won_at, null);
  });

  test('the receipt follows, with the price and VAT that the order showed, as a PDF for those who may see it', async () => {
    receipt = await receiptOfOrder(story, project);
    assert.equal((await read(story.user, receipt)).status, 'open');
  });

  test('the source files come, and are downloaded', async () => {
    const { system, user, admin, manager } = story;
    const source = { url: await uploadPicture(system, 'admin@example.com') };
    assert.equal((await user.post(`${project}/source_files`, source)).status, 403);
    await admin.create(`${project}/source_files`, source);
    const { source_files: shown } = await read(user, project);
    assert.equal(shown.length, 1);
    for (const client of [user, manager]) assert.equal((await download(system, client, shown[0]))?.type, 'image/png');
  });

  test('the receipt is paid, and with it the project', async () => {
    const { user, manager, admin } = story;
    assert.equal((await manager.put(receipt, { status: 'paid' })).status, 403);
    await change(admin, receipt, { status: 'paid' });
    assert.ok((await read(user, receipt)).paid_at);
    await eventually(async () => (await read(user, project)).status === 'paid');
  });

  test('the user reviews the worker', async () => {
    const { user, worker, manager } = story;
    const marks = { quality: 5, reactivity: 4, communicativeness: 5, work_with_again: 5 };
    const review = await user.create('/v1/reviews', { project: { gid: gidOf(project) }, worker, ...marks, comment: 'Just right' });
    assert.equal((await read(manager, review)).worker.full_name, 'Kim Sol');
    assert.equal((await user.post('/v1/reviews', { project: { gid: gidOf(project) }, worker, ...marks })).status, 400);
  });

  test('the history tells it all', async () => {
    const steps = await historyOf(story.manager, project);
    assert.deepEqual(
      steps.map(({ command }) => command),
      ['create', 'publish', 'choose_winner', 'settle'],
    );
  });
});
