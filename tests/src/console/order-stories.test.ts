import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { demoGids } from '../test-system.ts';
import { orderAt, sharedWorld, skip, type ConsoleWorld, type Visit } from './console.ts';
import { reads } from './files.ts';
import { hasFocus } from './keys.ts';

/** Orders from the first click to the last, on the screens alone. What only our staff does comes by the API. */
describe('stories of orders in the console', { skip }, () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await sharedWorld();
  });
  afterEach(() => world.leave());

  test('a contest works by keyboard alone: order with a file, works, zoom, winner, and the receipt as a PDF', async () => {
    const visit = await world.openAs('user@example.com');
    const { page, keys } = visit;
    await keys.press(page.getByRole('link', { name: 'New order' }).first());
    await keys.press(page.getByRole('link', { name: /^Logo design/ }));
    await keys.pick(page.getByRole('group', { name: 'Way of working' }), 'Contest');
    await keys.type(page.getByRole('textbox', { name: 'Title' }), 'A logo for spring');
    await keys.type(page.getByRole('textbox', { name: 'What you need' }), 'Fresh & simple, <b>not</b> bold');
    await keys.choose(page.getByLabel('Files for the creatives'), [reads('brief.txt', 'Yellow')]);
    await page.getByText('No approval needed.').waitFor();
    await keys.press(page.getByRole('button', { name: 'Place order' }));
    const gid = await orderAt(visit, 'A logo for spring');
    await page.getByText('Fresh & simple, <b>not</b> bold').waitFor();
    const log = page.getByRole('log');
    await log.getByText('Added to the brief').waitFor();
    await page
      .getByRole('region', { name: 'Brief' })
      .getByRole('button', { name: /^brief\.txt/ })
      .waitFor();

    const { gid: ada } = await world.admin.api.createWorker({ service_id: 'ada', firstname: 'Ada', lastname: 'Quill' });
    await world.postWork(gid, { gid: ada }, 'Loud');
    await world.postWork(gid);
    await visit.returnsFor(page.getByRole('link', { name: /^Work 2 by Kim Sol/ }));
    await keys.press(page.getByRole('link', { name: /^Home/ }));
    const turns = page.getByRole('region', { name: /^Your turn/ });
    await turns.getByRole('row', { name: /A logo for spring.*In progress Your turn/ }).waitFor();
    const turnCount = await awaitingMe(visit);
    await keys.press(turns.getByRole('link', { name: 'A logo for spring' }));
    await keys.press(page.getByRole('link', { name: 'See the works' }));
    await eventually(() => hasFocus(page.locator('#works')));
    await keys.press(page.getByRole('link', { name: /^Work 2 by Kim Sol/ }));
    await page.getByRole('img', { name: 'Work 2 by Kim Sol' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { level: 1, name: 'Work 1 by Ada Quill' }).waitFor();
    await keys.press(page.getByRole('button', { name: 'Choose as winner' }));
    const confirmation = page.getByRole('dialog', { name: 'Is “Work 1 by Ada Quill” the winner?' });
    await keys.press(confirmation.getByRole('button', { name: 'Choose as winner' }));
    await page.getByText('This order is finished.', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Work 1 by Ada Quill.*Winner/ }).waitFor();
    await log.getByText('Winner chosen').waitFor();
    const told = ['Created', 'Placed', 'Added to the brief', 'Sent', 'Sent', 'Winner chosen'];
    assert.deepEqual(toldIn(await log.locator('ol > li').allTextContents(), [...new Set(told)]).toSorted(), told.toSorted());
    await eventually(async () => assert.equal(await awaitingMe(visit), turnCount - 1));

    const all = page.getByRole('button', { name: 'Download all' });
    await page.route('**/archive', (route) => route.fulfill({ status: 429 }), { times: 1 });
    await keys.press(all);
    await page.getByText('Another download of yours is still running.').waitFor();
    const download = page.waitForEvent('download');
    await keys.press(all);
    const archive = await readFile(await (await download).path(), 'latin1');
    for (const name of ['brief_files/brief.txt', 'works/', 'SHA256SUMS']) assert.ok(archive.includes(name), name);

    await keys.press(page.getByRole('link', { name: 'Receipts' }));
    const receipt = page.getByRole('row').filter({ hasText: 'A logo for spring' });
    await visit.returnsFor(receipt.getByRole('button', { name: 'PDF' }));
    const opened = page.context().waitForEvent('response', (answer) => answer.headers()['content-type'] === 'application/pdf');
    await keys.press(receipt.getByRole('button', { name: 'PDF' }));
    assert.equal((await opened).status(), 200);
  });

  test('an order beyond the budget goes to a manager, who approves one by keyboard and returns another with a reason', async () => {
    const { system } = world;
    const [user, manager] = [await system.signIn('colleague@example.com'), await system.signIn('manager@example.com')];
    await manager.api.updateMembership(demoGids.users.colleague, demoGids.harbourBakery, {
      monthly_budget: { amount: 5, currency: 'EUR' },
    });
    const offer = await findOffer(user, { title: 'Flyer', mode: 'solo' });
    await eventually(async () => {
      const { state } = await user.api.dryRunProject(orderOf(offer, { state: 'published' }));
      return state === 'require_approval';
    });

    const visit = await world.openAs('colleague@example.com');
    const { page } = visit;
    const send = async (title: string): Promise<string> => {
      await page.goto(`${system.url}/console/orders/new`);
      await page.getByRole('link', { name: /^Flyer/ }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill(title);
      await page.getByRole('textbox', { name: 'What you need' }).fill('In two colours');
      await page.getByText(/^This exceeds your budget\. .*Mara Manager.* has to approve it\.$/).waitFor();
      await page.getByRole('button', { name: 'Send for approval' }).click();
      const gid = await orderAt(visit, title);
      await page.getByText(/^A manager has to approve/).waitFor();
      await page.getByText('With a manager').waitFor();
      return gid;
    };
    const flyer = await send('A flyer');
    const managerVisit = await world.openAs('manager@example.com');
    const { keys } = managerVisit;
    await managerVisit.page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
    await managerVisit.goes('/orders');
    const orders = managerVisit.page.getByRole('table', { name: 'Orders' });
    await orders.getByRole('row', { name: /A flyer.*Needs approval Your turn/ }).waitFor();
    const menu = await send('A menu');
    await managerVisit.page.getByRole('link', { name: 'Approvals 2 waiting' }).waitFor();
    // Asked again only when the feed has news.
    await eventually(async () => managerVisit.requests.filter((request) => request.includes('/events?after=latest')).length === 2);
    await managerVisit.goes(`/orders/${flyer}`);
    await managerVisit.page.getByText(/^€\d+\.\d\d over the budget of €5\.00$/).waitFor();
    await keys.press(managerVisit.page.getByRole('link', { name: 'Approvals 2 waiting' }));
    await managerVisit.page
      .getByText(/over the budget of €5\.00/)
      .first()
      .waitFor();
    await keys.press(managerVisit.page.getByRole('button', { name: /^Approve: A flyer/ }));
    await managerVisit.page.getByRole('status').filter({ hasText: 'One order is approved' }).waitFor();
    await keys.press(managerVisit.page.getByRole('button', { name: /^Send back: A menu/ }));
    const dialog = managerVisit.page.getByRole('dialog', { name: 'Send back “A menu”?' });
    await keys.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Not before summer');
    await keys.press(dialog.getByRole('button', { name: 'Send back' }));
    await managerVisit.page.getByText('Nothing waits for your approval').waitFor();

    await page.goto(`${system.url}/console/orders/${flyer}`);
    await page.getByText('We are looking for the right creative.').waitFor();
    await page.getByRole('link', { name: /^Home/ }).click();
    const turns = page.getByRole('region', { name: /^Your turn/ });
    await turns
      .getByRole('row', { name: /A menu.*Draft Your turn/ })
      .getByRole('link')
      .click();
    await page.getByText(/A manager is asked first\. It was sent back to you\.$/i).waitFor();
    await page.getByRole('log').getByText('Not before summer').waitFor();
    await page.getByRole('log').getByText('Sent back', { exact: true }).waitFor();
    assert.match(page.url(), new RegExp(menu));
    await page.getByRole('button', { name: 'Place the order' }).waitFor();
  });

  test('a conversation works by keyboard alone: message with a file, rejection with a reason, acceptance, review', async () => {
    const { system, admin, worker } = world;
    const { api } = await system.signIn('user@example.com');
    const offer = await findOffer({ api } as ApiClient, { title: 'Flyer', mode: 'solo' });
    const { gid } = await api.createProject(orderOf(offer, { title: 'A flyer for May', state: 'published' }));
    await admin.api.updateProject(gid, { worker });
    const deliver = (message: string, attached_files: { url: string }[] = []) =>
      admin.api.createMessage(gid, { message, type: 'delivery', worker, attached_files });

    const visit = await world.openAs('user@example.com', '/console/orders');
    const { page, keys } = visit;
    await keys.press(page.getByRole('link', { name: 'A flyer for May' }));
    await page.getByText(/^Kim Sol is working on it until/).waitFor();
    await keys.choose(page.getByLabel('Attach files'), [reads('dates.txt', 'May')]);
    await keys.type(page.getByRole('textbox', { name: 'Message' }), 'These are the dates');
    await page.evaluate(`for (const [type, field] of [['paste', 'clipboardData'], ['drop', 'dataTransfer']]) {
      const data = new DataTransfer();
      data.items.add(new File([type], type + '.txt'));
      const event = type === 'paste' ? ClipboardEvent : DragEvent;
      document.activeElement.dispatchEvent(new event(type, { [field]: data, bubbles: true, cancelable: true }));
    }`);
    const isTextLeftToField = await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'June');
      return document.activeElement.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    assert.ok(isTextLeftToField);
    for (const name of ['dates.txt', 'paste.txt', 'drop.txt']) await page.getByRole('button', { name: `Remove: ${name}` }).waitFor();
    await eventually(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled());
    await page.keyboard.press('Control+Enter');
    const log = page.getByRole('log');
    for (const name of [/^dates\.txt/, /^paste\.txt/, /^drop\.txt/]) await log.getByRole('button', { name }).waitFor();
    await log.getByText('These are the dates').waitFor();

    await deliver('Large dates');
    await deliver('Small dates', [{ url: await uploadPicture(system, 'admin@example.com', new File(['7'], 'small.txt')) }]);
    await visit.returnsFor(page.getByText(/^Kim Sol has delivered/));
    const message = log.getByRole('listitem').filter({ has: page.getByText('Small dates', { exact: true }) });
    await message.waitFor();
    await keys.press(page.getByRole('link', { name: /^Delivery: .* · Small dates · small\.txt$/ }));
    await eventually(() => hasFocus(message));
    await keys.press(page.getByRole('button', { name: 'Ask for changes' }));
    const changes = page.getByRole('dialog', { name: 'What should change?' });
    await changes.getByText(/ · Small dates · small\.txt$/).waitFor();
    await keys.type(changes.getByRole('textbox'), 'Larger dates, please');
    await keys.press(changes.getByRole('button', { name: 'Ask for changes' }));
    await log.getByText('Larger dates, please').waitFor();
    await log.getByText('Delivery: changes asked for').waitFor();

    // The first delivery is still open.
    for (let count = 1; count <= 100; count++) await admin.api.createMessage(gid, { message: `Question ${count}` });
    await visit.returnsFor(page.getByText(/^Kim Sol has delivered/));
    await keys.press(page.getByRole('button', { name: 'Accept the delivery' }));
    await page.getByRole('link', { name: /^Earlier delivery, still open: .* · Large dates$/ }).waitFor();
    const confirmation = page.getByRole('dialog', { name: 'Accept this delivery?' });
    await confirmation.getByText(/^Earlier delivery, still open: .* · Large dates/).waitFor();
    await keys.press(confirmation.getByRole('button', { name: 'Accept the delivery' }));
    await page.getByText('This order is finished.', { exact: true }).waitFor();
    await log.getByText('Accepted the delivery').waitFor();
    const linesOfLog = () => log.locator('ol > li').allTextContents();
    assert.ok(!(await linesOfLog()).some((line) => line.startsWith('Created')));
    await keys.press(log.getByRole('button', { name: 'Earlier' }));
    await log.getByText('Creative found').waitFor();
    const texts = ['Created', 'Placed', 'Creative found', 'These are the dates', 'Large dates', 'Small dates', 'Larger dates, please'];
    const questions = Array.from({ length: 100 }, (_, index) => `Question ${index + 1}`);
    const all = [...texts, ...questions, 'Accepted the delivery'];
    assert.deepEqual(toldIn(await linesOfLog(), all), all);
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).count(), 0);
    await keys.press(page.getByRole('button', { name: 'Write a message' }));
    await keys.type(page.getByRole('textbox', { name: 'Message' }), 'Thank you');
    await page.keyboard.press('Control+Enter');
    await log.getByText('Thank you').waitFor();
    await keys.press(page.getByRole('button', { name: 'Rate the creative' }));
    const review = page.getByRole('dialog', { name: 'How was Kim Sol?' });
    for (const mark of ['Quality', 'Speed of answers', 'Communication', 'Would work together again'])
      await keys.select(review.getByRole('combobox', { name: mark }), '5');
    await keys.press(review.getByRole('button', { name: 'Send the review' }));
    const given = page.getByRole('region', { name: 'How was Kim Sol?' });
    await given.getByRole('definition').filter({ hasText: '5 – excellent' }).first().waitFor();
  });

  test('an order works by keyboard alone: search, draft, edit, placement, search by title, and CSV', async () => {
    const visit = await world.openAs('user@example.com', '/console/orders/new');
    const { page, keys } = visit;
    await keys.type(page.getByRole('searchbox', { name: 'Search products' }), 'bakery bag');
    await page.getByRole('link', { name: /^Logo design/ }).waitFor({ state: 'detached' });
    await keys.press(page.getByRole('link', { name: /^Bread bag/ }));
    await page.getByText('Net price €99.00').waitFor();
    await keys.pick(page.getByRole('group', { name: 'Delivery' }), '5 days');
    await page.getByText('Net price €124.00').waitFor();
    await keys.type(page.getByRole('textbox', { name: 'Title' }), 'A bag for rye');
    await keys.type(page.getByRole('textbox', { name: 'What you need' }), 'Brown paper');
    await page.getByText('No approval needed.').waitFor();
    await keys.press(page.getByRole('button', { name: 'Save as draft' }));
    const gid = await orderAt(visit, 'A bag for rye');

    await keys.press(page.getByRole('button', { name: 'Edit', exact: true }));
    await keys.type(page.getByRole('textbox', { name: 'Title' }), 'A bag for spelt');
    await keys.press(page.getByRole('button', { name: 'Save', exact: true }));
    await orderAt(visit, 'A bag for spelt');
    await keys.press(page.getByRole('button', { name: 'Place the order' }));
    await page.getByText('We are looking for the right creative.').waitFor();
    await keys.press(page.getByRole('navigation').getByRole('link', { name: 'Orders' }));
    await keys.type(page.getByRole('searchbox', { name: 'Search orders' }), 'spelt');
    // The rows of a search are new elements, without the focus.
    await eventually(async () => assert.equal(await page.getByRole('row').count(), 2));
    await keys.press(page.getByRole('link', { name: 'A bag for spelt' }));
    assert.equal(await orderAt(visit, 'A bag for spelt'), gid);
    await visit.goes('/orders?search=spelt');
    const saving = page.waitForEvent('download');
    await keys.press(page.getByRole('button', { name: 'Save as CSV' }));
    const [names, order, ...otherLines] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n');
    assert.equal(names, '\uFEFF"Code","Title","Status","Product","Organization","Ordered by","Created","Deadline","Net price","Currency"');
    assert.match(order!, /^"[^"]+","A bag for spelt","[^"]+","Bread bag","Harbour Bakery","Uwe User",20[\d :-]+,20[\d :-]+,124,"EUR"$/);
    assert.deepEqual(otherLines, ['']);
  });
});

/** What is told in these lines, but for payments, each by the longest of these texts in it. */
const toldIn = (lines: readonly string[], texts: readonly string[]): (string | undefined)[] =>
  lines
    .filter((line) => !line.startsWith('Paid'))
    .map((line) => texts.filter((text) => line.includes(text)).toSorted((a, b) => b.length - a.length)[0]);

/** The number of orders that await the reader, which stands in the menu and before the title of the tab. */
async function awaitingMe({ page }: Visit): Promise<number> {
  const inMenu = await page.getByRole('link', { name: /^Home/ }).textContent();
  const inTab = /^\((?<count>\d+)\) /.exec(await page.title())?.groups!['count'];
  assert.equal(inMenu, inTab === undefined ? 'Home ' : `Home ${inTab} waiting`);
  return Number(inTab ?? 0);
}
