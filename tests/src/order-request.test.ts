import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { membershipPath } from './orders.ts';
import { uploadPicture } from './requests.ts';
import { beginStory, change, download, historyOf, read, receiptOfOrder, type Story } from './story.ts';
import { demoGids } from './test-system.ts';

const offer = (amount: number) => ({ state: 'proposal', price: { amount, currency: 'EUR' }, options: { mode: 'solo', due: 10 } });
const bakery: string = demoGids.harbourBakery;
const userGid: string = demoGids.users.user;
const paymentSource = `/v1/orgs/${bakery}/payment_source`;

/** The user asks for something that is no product; price and time are proposed. The steps stand on each other. */
describe('a specific request, from the idea to the receipt', () => {
  let story: Story;
  let project: string;
  before(async () => {
    story = await beginStory();
  });
  after(() => story?.system.stop());

  const stateOf = async () => (await read(story.user, project)).state;
  const publish = (amount: number) => story.user.put(project, { state: 'published', price: { amount } });

  /** Ordering follows the others within milliseconds; what lets more through than before is learned of at once. */
  const orderingKnows = (type: string, key: string, part: object) =>
    eventually(async () => {
      const query = {
        text: 'select from shared_state where type = $1 and key = $2 and state @> $3',
        values: [type, key, JSON.stringify(part)],
      };
      return (await story.system.services.ordering.database.query(query)).length === 1;
    });

  test('the user drafts it without a price, sends it, takes it back, edits it and sends it again', async () => {
    const { system, user, admin } = story;
    const brief_files = [{ url: await uploadPicture(system) }];
    project = await user.create('/v1/projects', {
      title: 'A mural',
      description: 'For the wall',
      product: null,
      state: 'draft',
      brief_files,
    });
    await change(user, project, { state: 'waiting_for_proposal' });
    assert.equal((await user.put(project, { description: 'For the harbour wall' })).status, 400);
    await change(user, project, { state: 'draft' });
    await change(user, project, { description: 'For the harbour wall' });
    await change(user, project, { state: 'waiting_for_proposal' });
    const { state, status, price, specific_request: isRequest, brief_files: shown } = await read(admin, project);
    assert.equal((await download(system, admin, shown[0]))?.type, 'image/png');
    assert.deepEqual([state, status, price, isRequest], ['waiting_for_proposal', 'draft', null, true]);
  });

  test('a proposal is sent back with a word, and a revised one comes', async () => {
    const { user, admin } = story;
    await change(admin, project, offer(60));
    assert.equal((await read(user, project)).price.amount, 60);
    await change(user, project, { state: 'waiting_for_proposal', message: 'A little less?' });
    assert.equal((await read(user, project)).price, null);
    assert.deepEqual(
      (await read(admin, `${project}/messages`)).items.map(({ message }: { message: string }) => message),
      ['A little less?'],
    );
    await change(admin, project, offer(55));
    await change(admin, project, { price: { amount: 50, currency: 'EUR' } });
    const { state, price, options, vat } = await read(user, project);
    assert.deepEqual([state, price.amount, options.mode, vat.amount], ['proposal', 50, 'solo', 50 * vat.ratio]);
  });

  test('the user takes the proposal back too, and asks for one again', async () => {
    const { user, admin } = story;
    await change(user, project, { state: 'draft' });
    const { state, price, options } = await read(user, project);
    assert.deepEqual([state, price, options.mode], ['draft', null, null]);
    await change(user, project, { state: 'waiting_for_proposal' });
    await change(admin, project, offer(50));
  });

  test('it is published at the proposed price only, and once the organization can pay', async () => {
    const { manager } = story;
    assert.equal((await manager.delete(paymentSource)).status, 204);
    await orderingKnows('account', bakery, { has_payment_source: false });
    assert.equal((await publish(50)).status, 400);
    assert.equal((await publish(60)).status, 400);
    assert.equal(await stateOf(), 'proposal');
    await manager.create(paymentSource, { rid: 'cus_4471' });
  });

  test('beyond the budget it waits for the manager; the user may take it back but not launch it', async () => {
    const { user, manager } = story;
    await change(manager, membershipPath(userGid), { monthly_budget: { amount: 49, currency: 'EUR' } });
    await orderingKnows('membership', `${userGid}/${bakery}`, { monthly_budget: { amount_minor: 4_900, currency: 'EUR' } });
    assert.equal((await publish(50)).status, 204);
    assert.equal(await stateOf(), 'require_approval');
    assert.equal((await user.put(project, { state: 'published' })).status, 403);
    await change(user, project, { state: 'draft' });
    assert.deepEqual([await stateOf(), (await read(user, project)).price.amount], ['proposal', 50]);

    assert.equal((await publish(50)).status, 204);
    await change(manager, project, { state: 'published' });
    const { status, published_at: publishedAt, started_at: startedAt } = await read(user, project);
    assert.deepEqual([status, startedAt], ['in_progress', null]);
    assert.ok(publishedAt);
    await eventually(async () => (await read(user, '/v1/me/member_of')).items[0].monthly_spent.amount === 50);
  });

  test('a worker is assigned, delivers, is accepted, and the receipt over the proposed price follows', async () => {
    const { user, admin, worker } = story;
    await change(admin, project, { worker });
    await admin.create(`${project}/messages`, { message: 'Here it is', type: 'delivery', worker });
    await user.create(`${project}/messages`, { message: 'Wonderful', type: 'accept' });
    assert.equal((await read(user, project)).status, 'finished');
    const receipt = await receiptOfOrder(story, project);
    assert.equal((await read(user, receipt)).amount.amount, 50);
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
