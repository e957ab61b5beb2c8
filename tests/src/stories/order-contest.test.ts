import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { all, ForbiddenError, InvalidRequestError, type Expression, type ListWorksFields, type WorkCreate } from '@partner-ordering/client';
import { eventually } from '@partner-ordering/testing';
import { findOffer, orderOf, type Offer } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { beginStory, download, historyOf, receiptOfOrder, type Story } from '../story.ts';

/** Several workers send works, the user picks one; the steps stand on each other. */
describe('story of a contest from the brief to the paid receipt', () => {
  let story: Story;
  let offer: Offer;
  let project: string;
  let receipt: string;
  let otherWorker: { gid: string };
  let works: Record<'calm' | 'loud' | 'calmer', string>;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  test('the user asks for the price of a logo, without an order', async () => {
    const { api } = story.user;
    offer = await findOffer(story.user);
    const { state, price, approvers } = await api.dryRunProject(orderOf(offer, { state: 'published' }));
    assert.deepEqual([state, price!.amount, approvers], ['published', offer.amount, []]);
    assert.equal((await api.listProjects()).total_count, 0);
  });

  test('the user uploads a picture and orders a logo with it as the brief, which starts at once', async () => {
    const { system, user, manager, stranger } = story;
    const brief_files = [{ url: await uploadPicture(system) }];
    project = (await user.api.createProject(orderOf(offer, { state: 'published', brief_files }))).gid;
    const { status, started_at: startedAt, published_at: publishedAt, price, brief_files: files } = await user.api.getProject(project);
    assert.deepEqual([status, startedAt, price!.amount], ['in_progress', publishedAt, offer.amount]);
    assert.equal((await download(system, manager, files[0]!))?.type, 'image/png');
    assert.equal(await download(system, stranger, files[0]!), null);
  });

  test('two workers add works with images, one of them with a variation', async () => {
    const { system, admin, worker } = story;
    otherWorker = { gid: (await admin.api.createWorker({ service_id: 'other', firstname: 'Ada', lastname: 'Quill' })).gid };
    const enter = async (body: Omit<WorkCreate, 'project'>) => {
      const image = { url: await uploadPicture(system, 'admin@example.com') };
      return (await admin.api.createWork({ project: { gid: project }, image, ...body })).gid;
    };
    const calm = await enter({ worker, description: 'Calm' });
    const loud = await enter({ worker: otherWorker, description: 'Loud' });
    works = { calm, loud, calmer: await enter({ worker, description: 'Calmer', parent: { gid: calm } }) };
  });

  test('the user lists the works: all, by worker, without variations, of one creation, the newest', async () => {
    const { api } = story.user;
    const found = async (isWanted: (work: ListWorksFields) => Expression = () => all()) => {
      const where = (work: ListWorksFields) => work.project.gid.eq(project).and(isWanted(work));
      const { total_count: count, items } = await api.listWorks({ where, orderBy: 'created_at', sort: 'asc' });
      assert.equal(count, items.length);
      return items.map(({ gid }) => gid);
    };
    const { calm, loud, calmer } = works;
    const { gid: worker } = story.worker;
    assert.deepEqual(await found(), [calm, loud, calmer]);
    assert.deepEqual(await found((w) => w.worker.gid.eq(worker)), [calm, calmer]);
    assert.deepEqual(await found((w) => w.parent.eq(null)), [calm, loud]);
    assert.deepEqual(await found((w) => w.parent.gid.eq(calm)), [calmer]);
    assert.deepEqual(await found((w) => w.gid.in([loud, calmer])), [loud, calmer]);
    const { created_at: createdAt } = await api.getWork(loud);
    assert.ok((await found((w) => w.created_at.ge(createdAt))).includes(calmer));
    assert.deepEqual(await found((w) => w.won_at.ne(null)), []);
    const { items: workers } = await api.listWorkers({ where: (w) => w.works.project.gid.eq(project) });
    assert.deepEqual(workers.map(({ gid }) => gid).toSorted(), [worker, otherWorker.gid].toSorted());
  });

  test('a browser shows images in three sizes to users who see the project, by a token without other rights', async () => {
    const { system, user, admin } = story;
    const { image, thumbnail } = await user.api.getWork(works.calmer);
    const { icon, thumb } = image!.variations;
    assert.equal(thumbnail!.url, thumb.url);
    const [principal, stranger] = [
      await system.signIn('user@example.com', 'files'),
      await system.signIn('user@other.example.com', 'files'),
    ];
    const show = async (url: string, token = principal.token) => {
      const response = await fetch(new URL(`${new URL(url).pathname}?access_token=${token}`, system.url));
      return `${response.status} ${response.headers.get('content-type')?.split(';')[0]}`;
    };
    for (const { url } of [image!, icon, thumb]) {
      assert.equal(await show(url), '200 image/png');
      assert.equal(await show(url, stranger.token), '404 application/json');
    }
    const { image: tooLoud } = await user.api.getWork(works.loud);
    await admin.api.updateWork(works.loud, { image: null });
    assert.equal(await show(tooLoud!.url), '404 application/json');
  });

  test('the user picks the winner, which finishes the project', async () => {
    const { api } = story.user;
    await api.updateProject(project, { winner: { gid: works.calmer } });
    const { status, finished_at: finishedAt, winner } = await api.getProject(project);
    assert.deepEqual([status, winner!.gid], ['finished', works.calmer]);
    assert.equal((await api.getWork(works.calmer)).won_at, finishedAt);
    assert.equal((await api.getWork(works.calm)).won_at, null);
  });

  test('the receipt has the price and VAT of the order, with a PDF for users who may see it', async () => {
    receipt = await receiptOfOrder(story, project);
    assert.equal((await story.user.api.getReceipt(receipt)).status, 'open');
  });

  test('the source files are added and downloaded', async () => {
    const { system, user, admin, manager } = story;
    const source = { url: await uploadPicture(system, 'admin@example.com') };
    await assert.rejects(user.api.addSourceFile(project, source), ForbiddenError);
    await admin.api.addSourceFile(project, source);
    const { source_files: files } = await user.api.getProject(project);
    assert.equal(files.length, 1);
    for (const client of [user, manager]) assert.equal((await download(system, client, files[0]!))?.type, 'image/png');
  });

  test('a paid receipt marks the project as paid', async () => {
    const { user, manager, admin } = story;
    await assert.rejects(manager.api.updateReceipt(receipt, { status: 'paid' }), ForbiddenError);
    await admin.api.updateReceipt(receipt, { status: 'paid' });
    assert.ok((await user.api.getReceipt(receipt)).paid_at);
    await eventually(async () => (await user.api.getProject(project)).status === 'paid');
  });

  test('the user reviews the worker', async () => {
    const { user, worker, manager } = story;
    const marks = { quality: 5, reactivity: 4, communicativeness: 5, work_with_again: 5 };
    const reviewed = { project: { gid: project }, worker };
    const review = await user.api.createReview({ ...reviewed, ...marks, comment: 'Just right' });
    assert.equal((await manager.api.getReview(review.gid)).worker.full_name, 'Kim Sol');
    await assert.rejects(user.api.createReview({ ...reviewed, ...marks }), InvalidRequestError);
  });

  test('the history has all steps', async () => {
    const steps = await historyOf(story.manager, project);
    assert.deepEqual(
      steps.map(({ command }) => command),
      ['create', 'publish', 'choose_winner', 'settle'],
    );
  });
});
