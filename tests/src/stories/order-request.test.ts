import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ForbiddenError, InvalidRequestError, type ProjectUpdate } from '@partner-ordering/client';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { uploadPicture } from '../requests.ts';
import { beginStory, download, historyOf, receiptOfOrder, type Story } from '../story.ts';
import { demoGids } from '../test-system.ts';

const offer = (amount: number) => ({ state: 'proposal', price: { amount, currency: 'EUR' }, options: { mode: 'solo', due: 10 } }) as const;
const bakery: string = demoGids.harbourBakery;
const userGid: string = demoGids.users.user;

/** The user asks for something that is no product; price and time are proposed. The steps stand on each other. */
describe('story of a specific request from the idea to the receipt', () => {
  let story: Story;
  let project: string;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  const readProject = () => story.user.api.getProject(project);
  const changes = ({ api }: ApiClient, body: ProjectUpdate) => api.updateProject(project, body);
  const publish = (amount: number) => changes(story.user, { state: 'published', price: { amount } });

  /** Ordering follows the others within milliseconds; what lets more through than before is learned of at once. */
  const orderingKnows = (type: string, key: string, part: object) =>
    eventually(async () => {
      const query = {
        text: 'select from shared_state where type = $1 and key = $2 and state @> $3',
        values: [type, key, JSON.stringify(part)],
      };
      return (await story.system.services.ordering.database.query(query)).length === 1;
    });

  /** Resolves when the newest mail about a project to this person has this subject. */
  const receivedMail = (person: string, subject: string) =>
    eventually(async () => (await story.system.mailTo(`${person}@example.com`, 'project')).subject === subject);

  test('the user drafts it without a price, sends it, takes it back, edits it and sends it again', async () => {
    const { system, user, admin } = story;
    const brief_files = [{ url: await uploadPicture(system) }];
    const idea = { title: 'A mural', description: 'For the wall', product: null, state: 'draft', brief_files } as const;
    project = (await user.api.createProject(idea)).gid;
    await changes(user, { state: 'waiting_for_proposal' });
    await assert.rejects(changes(user, { description: 'For the harbour wall' }), InvalidRequestError);
    await changes(user, { state: 'draft' });
    await changes(user, { description: 'For the harbour wall' });
    await changes(user, { state: 'waiting_for_proposal' });
    const { state, status, price, specific_request: isRequest, brief_files: brief } = await admin.api.getProject(project);
    assert.equal((await download(system, admin, brief[0]!))?.type, 'image/png');
    assert.deepEqual([state, status, price, isRequest], ['waiting_for_proposal', 'draft', null, true]);
  });

  test('a proposal is sent back with a word, and a revised one comes', async () => {
    const { user, admin } = story;
    await changes(admin, offer(60));
    assert.equal((await readProject()).price!.amount, 60);
    await changes(user, { state: 'waiting_for_proposal', message: 'A little less?' });
    assert.equal((await readProject()).price, null);
    const { items: messages } = await admin.api.listMessages(project);
    assert.deepEqual(
      messages.map(({ message }) => message),
      ['A little less?'],
    );
    await changes(admin, offer(55));
    await changes(admin, { price: { amount: 50, currency: 'EUR' } });
    const { state, price, options, vat } = await readProject();
    assert.deepEqual([state, price!.amount, options.mode, vat!.amount], ['proposal', 50, 'solo', 50 * vat!.ratio]);
    await receivedMail('user', 'Proposal: A mural');
  });

  test('the user takes the proposal back too, and asks for one again', async () => {
    const { user, admin } = story;
    await changes(user, { state: 'draft' });
    const { state, price, options } = await readProject();
    assert.deepEqual([state, price, options.mode], ['draft', null, null]);
    await changes(user, { state: 'waiting_for_proposal' });
    await changes(admin, offer(50));
  });

  test('a request is published only at the proposed price, and once the organization can pay', async () => {
    const { api } = story.manager;
    await api.deletePaymentSource(bakery);
    await orderingKnows('account', bakery, { has_payment_source: false });
    await assert.rejects(publish(50), InvalidRequestError);
    await assert.rejects(publish(60), InvalidRequestError);
    assert.equal((await readProject()).state, 'proposal');
    await api.createPaymentSource(bakery, { rid: 'cus_4471' });
  });

  test('an order beyond the budget waits for the manager; the user may withdraw it but not launch it', async () => {
    const { user, manager } = story;
    await manager.api.updateMembership(userGid, bakery, { monthly_budget: { amount: 49, currency: 'EUR' } });
    await orderingKnows('membership', `${userGid}/${bakery}`, { monthly_budget: { amount_minor: 4_900, currency: 'EUR' } });
    await publish(50);
    assert.equal((await readProject()).state, 'require_approval');
    await assert.rejects(changes(user, { state: 'published' }), ForbiddenError);
    await changes(user, { state: 'draft' });
    const { state, price } = await readProject();
    assert.deepEqual([state, price!.amount], ['proposal', 50]);

    await user.api.updateMe({ notifications: { project_delivered: false } });
    await publish(50);
    await receivedMail('manager', 'Approval needed: A mural');
    await changes(manager, { state: 'published' });
    await receivedMail('user', 'Approved: A mural');
    const { status, published_at: publishedAt, started_at: startedAt } = await readProject();
    assert.deepEqual([status, startedAt], ['in_progress', null]);
    assert.ok(publishedAt);
    await eventually(async () => (await user.api.listMyMemberships()).items[0]!.monthly_spent?.amount === 50);
  });

  test('an assigned worker delivers, the delivery is accepted, and the receipt has the proposed price', async () => {
    const { user, admin, worker } = story;
    await changes(admin, { worker });
    await admin.api.createMessage(project, { message: 'Here it is', type: 'delivery', worker });
    await user.api.createMessage(project, { message: 'Wonderful', type: 'accept' });
    assert.equal((await readProject()).status, 'finished');
    const receipt = await receiptOfOrder(story, project);
    assert.equal((await user.api.getReceipt(receipt)).amount.amount, 50);
    // They have switched off mails about deliveries, and accepted this one themselves.
    await receivedMail('user', 'Approved: A mural');
  });

  test('the history keeps every round of the proposal', async () => {
    const steps = await historyOf(story.user, project);
    assert.deepEqual(
      steps.map(({ command, proposal }) => (proposal ? `${command} ${proposal.price.amount}` : command)),
      [
        ...['create', 'request_proposal', 'withdraw', 'edit', 'request_proposal'],
        ...['propose 60', 'request_proposal', 'propose 55', 'propose 50', 'withdraw', 'request_proposal', 'propose 50'],
        ...['defer', 'withdraw', 'defer', 'launch', 'assign', 'deliver', 'accept'],
      ],
    );
  });
});
