import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { Money } from '@partner-ordering/client';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { violationsOf } from '../browser.ts';
import { findOffer, orderOf } from '../orders.ts';
import { receiptOf } from '../requests.ts';
import { demoGids } from '../test-system.ts';
import { orderAt, type Visit, sharedWorld, skip, type ConsoleWorld } from './console.ts';
import { reads, shows } from './files.ts';
import { choose, hasFocus } from './keys.ts';

/** Orders as our staff handles them on the screens alone, and as the customer sees them. */
describe('staff stories of orders in the console', { skip }, () => {
  let world: ConsoleWorld;
  let user: ApiClient;
  before(async () => {
    world = await sharedWorld();
    user = await world.system.signIn('user@example.com');
  });
  afterEach(() => world.leave());

  const place = async (title: string, mode: 'solo' | 'multi'): Promise<string> =>
    (await user.api.createProject(orderOf(await findOffer(user, { title: 'Flyer', mode }), { title, state: 'published' }))).gid;

  async function setBudget(monthly_budget: Money | null): Promise<void> {
    const [member, manager] = [[demoGids.users.user, demoGids.harbourBakery] as const, await world.system.signIn('manager@example.com')];
    await manager.api.updateMembership(...member, { monthly_budget });
    await eventually(async () => assert.deepEqual((await user.api.getMemberBudget(...member)).monthly_budget, monthly_budget));
  }

  test('staff answers a request in French with proposals by keyboard; the first is refused with a reason, the second accepted', async () => {
    await user.api.updateMe({ locale: 'fr' });
    const visit = await world.openAs('user@example.com');
    const { page } = visit;
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await page.getByRole('link', { name: 'Nouvelle commande' }).first().click();
    await page.getByRole('link', { name: 'Demande spécifique' }).click();
    await page.getByRole('textbox', { name: 'Titre' }).fill('Une fresque');
    await page.getByRole('textbox', { name: 'Votre besoin' }).fill('Pour le mur du port');
    await page.getByRole('button', { name: 'Demander une proposition' }).click();
    const gid = await orderAt(visit, 'Une fresque');
    await page.getByText('Nous préparons une proposition.').waitFor();

    const staff = await world.openAs('admin@example.com');
    await staff.keys.press(staff.page.getByRole('link', { name: 'Une fresque' }));
    await staff.page.getByText('Uwe User of Harbour Bakery waits for your proposal.').waitFor();
    await propose(staff, '60');
    await visit.returnsFor(page.getByText(/^Nous proposons 60,00\s€ HT/));
    await page.getByRole('button', { name: 'Refuser' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refuser cette proposition ?' });
    await dialog.getByRole('textbox').fill('Un peu moins ?');
    await dialog.getByRole('button', { name: 'Refuser' }).click();
    await page.getByText('Nous préparons une proposition.').waitFor();

    await staff.returnsFor(staff.page.getByRole('log').getByText('Un peu moins ?'));
    const offer = { price: { amount: 50, currency: 'EUR' }, options: { due: 9, mode: 'solo', skill: 'execution' } } as const;
    await world.admin.api.updateProject(gid, { state: 'proposal', ...offer });
    // The fields show the last proposal, so only the days are entered again.
    await propose(staff, '', 'New proposal');
    await visit.returnsFor(page.getByText(/^Nous proposons 50,00\s€ HT/));
    await page.getByRole('button', { name: 'Accepter et commander' }).click();
    const acceptance = page.getByRole('dialog', { name: 'Accepter cette proposition ?' });
    await acceptance.getByRole('button', { name: 'Accepter et commander' }).click();
    await page.getByText('Nous cherchons le créatif qu’il vous faut.').waitFor();
    const { price, options } = await user.api.getProject(gid);
    assert.deepEqual([price!.amount, options.due, options.skill], [50, 10, 'execution']);
    await user.api.updateMe({ locale: 'en' });
  });

  test('staff proposes with a text and a file, to which the decision leads; who accepts sees all it costs, and another proposal before it is ordered', async () => {
    const request = { title: 'A map', description: 'Of the harbour', product: null, state: 'draft' } as const;
    const { gid } = await user.api.createProject(request);
    await user.api.updateProject(gid, { state: 'waiting_for_proposal' });
    const staff = await world.openAs('admin@example.com', `/console/orders/${gid}`);
    await staff.page.getByRole('button', { name: 'Make a proposal' }).click();
    const form = staff.page.getByRole('dialog', { name: 'Make a proposal' });
    await form.getByRole('spinbutton', { name: 'Net price' }).fill('60');
    await form.getByRole('spinbutton', { name: 'Delivery in days' }).fill('10');
    await form.getByRole('textbox', { name: /^Text to the customer/ }).fill('With two rounds of changes');
    await form.getByLabel('Files').setInputFiles([reads('offer.txt', 'In full')]);
    await form.getByRole('button', { name: 'Make a proposal' }).click();
    await form.waitFor({ state: 'detached' });

    const { page } = await world.openAs('user@example.com', `/console/orders/${gid}`);
    const proposal = page.getByRole('log').getByRole('listitem').filter({ hasText: 'With two rounds of changes' });
    await proposal.getByRole('button', { name: /^offer\.txt/ }).waitFor();
    await page.getByRole('link', { name: 'See the proposal' }).press('Enter');
    await eventually(() => hasFocus(proposal));
    await page.getByRole('button', { name: 'Accept and order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept this proposal?' });
    for (const fact of ['€60.00', 'Estimated VAT (20%)', '€12.00', '€72.00', 'Conversation', '10 days', 'Unlimited'])
      await dialog.getByText(fact, { exact: true }).waitFor();
    assert.deepEqual(await violationsOf(page), []);

    await setBudget({ amount: 1, currency: 'EUR' });
    await world.admin.api.updateProject(gid, { price: { amount: 66, currency: 'EUR' }, message: 'With three' });
    await dialog.getByRole('button', { name: 'Accept and order' }).click();
    await dialog.getByText('The proposal has changed.', { exact: false }).waitFor();
    await dialog.getByText('€66.00', { exact: true }).waitFor();
    await dialog.getByText('This exceeds your budget. A manager has to approve it.').waitFor();
    assert.equal((await user.api.getProject(gid)).state, 'proposal');
    await world.admin.api.createMessage(gid, { message: 'A word between does not matter' });
    await dialog.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByText('A manager has to approve €66.00 net before work begins.').waitFor();
    await setBudget(null);
  });

  test('staff assigns a creative to a conversation, delivers, and credits part of the receipt, which is found by number, order and month', async () => {
    const gid = await place('A flyer for June', 'solo');
    const staff = await world.openAs('admin@example.com', `/console/orders/${gid}`);
    const staffPage = staff.page;
    await staffPage.getByRole('button', { name: 'Assign a creative' }).click();
    const assign = staffPage.getByRole('dialog', { name: 'Assign a creative' });
    await choose(assign, 'Creative', 'Kim Sol');
    await assign.getByRole('button', { name: 'Assign a creative' }).click();
    await staffPage.getByText(/^Kim Sol is working on it until .*Deliver the result here\.$/).waitFor();
    await user.api.createMessage(gid, { message: 'Which colours?' });
    await staff.goes('/staff');
    const question = staffPage.getByRole('region', { name: /^Unanswered messages/ }).getByRole('link', { name: 'A flyer for June' });
    await staff.returnsFor(question);
    await question.click();
    await staffPage.getByText(/Deliver the result here\. The last message waits for your answer\.$/).waitFor();
    await staffPage.getByRole('textbox', { name: 'Message' }).fill('Red and black');
    await staffPage.getByRole('button', { name: 'Send', exact: true }).click();
    await staffPage.getByText('With the customer').waitFor();
    await staffPage.getByRole('link', { name: /^Today/ }).click();
    await staffPage.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await staff.settles();
    assert.equal(await question.count(), 0);
    await staff.goes(`/orders/${gid}`);
    await staffPage.getByRole('button', { name: 'Deliver', exact: true }).click();
    const delivery = staffPage.getByRole('dialog', { name: 'Delivery by Kim Sol' });
    await delivery.getByRole('textbox', { name: 'Message' }).fill('In two colours');
    await delivery.getByLabel('Files').setInputFiles([reads('flyer.txt', 'June')]);
    await delivery.getByRole('button', { name: 'Deliver', exact: true }).click();
    await staffPage.getByText('Kim Sol has delivered. The customer answers.').waitFor();

    const visit = await world.openAs('user@example.com', `/console/orders/${gid}`);
    const { page } = visit;
    const log = page.getByRole('log');
    await log.getByText('In two colours').waitFor();
    await log.getByRole('button', { name: /^flyer\.txt/ }).waitFor();
    await page.getByRole('button', { name: 'Accept the delivery' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the delivery' }).click();
    await page.getByText('This order is finished.', { exact: true }).waitFor();
    await visit.settles();
    assert.equal(await log.getByRole('button', { name: /^flyer\.txt/ }).count(), 1);

    const { number, created_at: createdAt } = await user.api.getReceipt(await receiptOf(user, gid));
    await staff.goes('/staff/receipts');
    const find = staffPage.getByRole('searchbox', { name: 'Search by number or order' });
    await find.fill('r2026-999999');
    await staffPage.getByText('Nothing found').waitFor();
    await find.fill(number.toLowerCase().replace('-000', '-'));
    const row = staffPage.getByRole('row', { name: /A flyer for June/ });
    await row.waitFor();
    assert.equal(await staffPage.getByRole('row').count(), 2);
    await row.getByRole('button', { name: /^Credit/ }).click();
    const credit = staffPage.getByRole('dialog', { name: /^Credit / });
    await credit.getByRole('textbox', { name: 'Reason' }).fill('A day late');
    await credit.getByRole('spinbutton', { name: 'Net amount in EUR' }).fill('10');
    await credit.getByRole('button', { name: 'Credit', exact: true }).click();
    await credit.waitFor({ state: 'detached' });
    const link = page.getByRole('link', { name: 'Show the receipt' });
    await visit.returnsFor(link);
    await link.click();
    const receipt = page.getByRole('row', { name: /A flyer for June.*€\d\d\.\d\d credited/ });
    await visit.returnsFor(receipt);
    assert.equal(await page.getByRole('row').count(), 2);
    const month = page.getByRole('combobox', { name: 'Month' });
    await month.selectOption({ index: 2 });
    await page.getByText('Nothing found').waitFor();
    await month.selectOption(createdAt.slice(0, 'YYYY-MM'.length));
    await receipt.waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Charge failed');
    await page.getByRole('button', { name: 'Clear' }).click();
    await receipt.waitFor();
    assert.equal(new URL(page.url()).search, '');
  });

  test('staff adds works and a variation to a contest; the customer chooses the winner and gets the final files', async () => {
    const gid = await place('A flyer for July', 'multi');
    const staff = await world.openAs('admin@example.com', `/console/orders/${gid}`);
    const staffPage = staff.page;
    await staffPage.getByRole('button', { name: 'Add works' }).click();
    const works = staffPage.getByRole('dialog', { name: 'Add works' });
    await choose(works, 'Creative', 'Kim Sol');
    await works.getByLabel('Images, one for each work').setInputFiles([shows('one.png'), shows('two.png')]);
    await works.getByRole('textbox', { name: /^Description/ }).fill('Sunny');
    await works.getByRole('button', { name: 'Add works' }).click();
    await staffPage.getByRole('link', { name: /^Work 2 by Kim Sol/ }).waitFor();
    await world.postWork(gid, await world.admin.api.createWorker({ service_id: 'bo', firstname: 'Bo', lastname: 'Reed' }));
    await staffPage.getByRole('link', { name: /^Work 1 by Kim Sol/ }).click();
    await staffPage.getByRole('button', { name: 'Add a variation' }).click();
    const variation = staffPage.getByRole('dialog', { name: 'Add a variation' });
    await variation.getByLabel('Images, one for each work').setInputFiles([shows('three.png')]);
    await variation.getByRole('button', { name: 'Add a variation' }).click();
    await variation.waitFor({ state: 'detached' });
    // The variation still belongs to its work, although another came before it.
    await staffPage.getByRole('slider', { name: 'Versions 1 / 2' }).press('ArrowRight');
    await staffPage.getByRole('heading', { level: 1, name: 'Work 4 by Kim Sol' }).waitFor();

    const visit = await world.openAs('user@example.com', `/console/orders/${gid}`);
    const { page } = visit;
    await page.getByRole('link', { name: /^Work 1 by Kim Sol/ }).click();
    await page.getByRole('button', { name: 'Choose as winner' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Is “Work 1 by Kim Sol” the winner?' });
    await confirmation.getByRole('button', { name: 'Choose as winner' }).click();
    await page.getByText('The final files appear here as soon as they are ready.').waitFor();

    await staff.goes(`/orders/${gid}`);
    await staff.returnsFor(staffPage.getByRole('button', { name: 'Add final files' }));
    await staffPage.getByRole('button', { name: 'Add final files' }).click();
    const files = staffPage.getByRole('dialog', { name: 'Add final files' });
    await files.locator('input[type=file]').setInputFiles([reads('final.txt', 'July')]);
    await files.getByRole('button', { name: 'Add final files' }).click();
    await files.waitFor({ state: 'detached' });
    await visit.returnsFor(page.getByRole('region', { name: 'Final files' }).getByRole('button', { name: /^final\.txt/ }));
  });
});

/** Presses keys until the customer has a proposal. */
async function propose({ page, keys, returnsFor }: Visit, amount: string, name = 'Make a proposal'): Promise<void> {
  const button = page.getByRole('button', { name });
  await returnsFor(button);
  await keys.press(button);
  const dialog = page.getByRole('dialog', { name });
  if (amount !== '') await keys.type(dialog.getByRole('spinbutton', { name: 'Net price' }), amount);
  await keys.type(dialog.getByRole('spinbutton', { name: 'Delivery in days' }), '10');
  await keys.press(dialog.getByRole('button', { name }));
  await dialog.waitFor({ state: 'detached' });
}
