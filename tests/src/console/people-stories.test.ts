import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { allowApplication } from '../authorizations.ts';
import { findOffer, orderOf } from '../orders.ts';
import { demoGids } from '../test-system.ts';
import { orderAt, sharedWorld, signIn, skip, type ConsoleWorld } from './console.ts';
import { drop } from './files.ts';
import { openInvitation, signUp } from './guest.ts';
import { hasFocus } from './keys.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1';

/** Members, webhooks and the own profile, on the screens alone. */
describe('stories of people in the console', { skip }, () => {
  let world: ConsoleWorld;
  let receiver: Receiver;
  before(async () => {
    [world, receiver] = await Promise.all([sharedWorld(), startReceiver()]);
  });
  after(() => receiver?.close());
  afterEach(() => world.leave());

  test('a member is invited, signs up by the link and orders; their budget is changed, and they are removed', async () => {
    const managerVisit = await world.openAs('manager@example.com');
    const manager = managerVisit.page;
    await manager.getByRole('link', { name: 'Members', exact: true }).click();
    await manager.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = manager.getByRole('dialog', { name: 'Invite a member' });
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('zoe@example.com');
    await dialog.getByRole('spinbutton', { name: 'Amount, net' }).fill('100');
    await dialog.getByRole('button', { name: 'Invite a member' }).click();
    await manager
      .getByRole('table', { name: 'Open invitations' })
      .getByRole('row', { name: /zoe@example\.com.*€100\.00/ })
      .waitFor();

    const guest = await signUp(world, 'zoe@example.com', 'Zoë', 'Roast');
    const { page } = guest;
    await page.getByText('No orders yet').waitFor();
    await page.getByRole('link', { name: 'New order' }).first().click();
    await page.getByRole('link', { name: /^Flyer/ }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('My first flyer');
    await page.getByRole('textbox', { name: 'What you need' }).fill('Small');
    await drop(page.getByText('Or drop files here.'), 'colours.txt');
    await page.getByRole('button', { name: 'Remove: colours.txt' }).waitFor();
    await page.getByText('No approval needed.').waitFor();
    await page.getByRole('button', { name: 'Place order' }).click();
    await orderAt(guest, 'My first flyer');
    await page.getByText('We are looking for the right creative.').waitFor();
    await page.getByRole('button', { name: /^colours\.txt \d/ }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('region', { name: 'In progress, by deadline (1)' }).getByRole('link', { name: 'My first flyer' }).waitFor();
    await guest.returnsFor(page.getByRole('region', { name: 'Spent this month' }).getByText(/^€[1-9]\d*\.\d\d of €100\.00$/));

    await manager.getByRole('link', { name: 'Orders', exact: true }).click();
    await managerVisit.returnsFor(manager.getByRole('row', { name: /My first flyer.*Zoë Roast/ }));
    await manager.getByRole('link', { name: 'Members' }).click();
    await manager.getByRole('link', { name: 'Zoë Roast' }).click();
    await manager.getByText(/^€\d+\.\d\d of €100\.00$/).waitFor();
    await manager.getByRole('spinbutton', { name: 'Amount, net' }).fill('250.0');
    await manager.getByRole('button', { name: 'Save' }).click();
    await managerVisit.returnsFor(manager.getByText(/^€\d+\.\d\d of €250\.00$/));
    assert.equal(await manager.getByRole('spinbutton', { name: 'Amount, net' }).inputValue(), '250');
    await manager.getByRole('button', { name: 'Remove from the organization' }).click();
    const confirmation = manager.getByRole('dialog', { name: /Zoë Roast/ });
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await manager.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await managerVisit.returnsFor(manager.getByRole('link', { name: 'Uwe User' }));
    await eventually(async () => assert.equal(await manager.getByRole('link', { name: 'Zoë Roast' }).count(), 0));
    await manager.getByRole('link', { name: 'Mara Manager' }).click();
    await manager.getByRole('heading', { level: 1, name: 'Mara Manager' }).waitFor();
    assert.equal(await manager.getByRole('button', { name: 'Remove from the organization' }).count(), 0, 'which the API would refuse');
  });

  test('an invited person with an account signs in with its password, and is a member in the console', async () => {
    const { admin, system } = world;
    const email = 'max@example.com';
    const organization = { gid: demoGids.harbourBakery };
    await system.setPassword((await admin.api.createUser({ email, firstname: 'Max', lastname: 'Mole' })).gid);
    await admin.api.createInvitation({ email, organization });
    const { page } = await openInvitation(world, email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in and accept' }).click();
    await page.getByRole('alert').filter({ hasText: 'The password is wrong.' }).waitFor();
    await password.fill('demo-password');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/$/);
    await page.getByRole('banner').getByText('Harbour Bakery').waitFor();
  });

  test('a webhook is added, its secret shown and rotated, and a failed delivery repeated', async () => {
    const visit = await world.openAs('manager@example.com', '/console/webhooks');
    const { page } = visit;
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const address = dialog.getByRole('textbox', { name: 'Address' });
    await eventually(async () => assert.equal(await address.getAttribute('aria-invalid'), 'true'));
    await address.fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();

    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const secret = page.getByRole('region', { name: 'Signing secret' }).locator('pre').first();
    const first = (await secret.textContent())!;
    assert.match(first, /^whsec_/);
    await page.getByRole('button', { name: 'New secret' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Make a new secret?' });
    await confirmation.getByRole('button', { name: 'New secret' }).click();
    await page.getByText(/^The previous secret also signs until/).waitFor();
    assert.notEqual(await secret.textContent(), first);

    receiver.answer = (_request, response) => void response.writeHead(500).end('Out of order');
    const user = await world.system.signIn('colleague@example.com');
    await user.api.createProject(orderOf(await findOffer(user), { title: 'Told' }));
    const delivery = page.getByRole('row', { name: /project\.created/ });
    await visit.returnsFor(delivery.getByText(/Next: /));
    await delivery.getByRole('button', { name: 'Details: project.created' }).click();
    await page.getByRole('dialog', { name: 'project.created' }).getByText('Out of order').waitFor();
    await page.keyboard.press('Escape');
    receiver.answer = (_request, response) => void response.writeHead(204).end();
    const again = delivery.getByRole('button', { name: 'Send again' });
    await again.press('Enter');
    await delivery.getByText('Delivered').waitFor();
    await eventually(async () => assert.ok(await hasFocus(again)));
    const { body } = receiver.received.findLast(({ body: requestBody }) => requestBody.includes('project.created'))!;
    assert.match(body, /Told/);
    await page.getByRole('button', { name: 'Send a test' }).first().click();
    await page.getByRole('dialog', { name: 'Test' }).getByText('Delivered', { exact: true }).waitFor();
  });

  test('a webhook gets the selected events, also those selected before all were', async () => {
    const { page } = await world.openAs('manager@example.com', '/console/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/some`);
    const every = dialog.getByRole('checkbox', { name: /^All events/ });
    await every.uncheck();
    const project = dialog.getByRole('group').filter({ has: page.getByText('project', { exact: true }) });
    const allCheckbox = project.getByRole('checkbox', { name: /^All of these/ });
    const [paid, canceled] = ['project.paid', 'project.canceled'].map((name) => project.getByRole('checkbox', { name }));
    await allCheckbox.uncheck();
    await paid!.check();
    await allCheckbox.check();
    assert.deepEqual([await canceled!.isChecked(), await canceled!.isEnabled()], [true, false]);
    await every.check();
    await every.uncheck();
    await allCheckbox.uncheck();
    assert.deepEqual([await paid!.isChecked(), await canceled!.isChecked()], [true, false]);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^project\.paid$/ })
      .waitFor();
  });

  test('the profile changes the language at once, and revokes another browser, an application and a permission', async () => {
    const user = await world.system.signIn('user@other.example.com');
    await allowApplication(world.system.url, user, world.admin, 'user@other.example.com');
    const visit = await world.openAs('user@other.example.com', '/console/profile');
    const { page } = visit;
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Votre profil' }).waitFor();
    await page.getByRole('row', { name: /^Chrome sur \w+ – ce navigateur/ }).waitFor();
    await page.getByRole('combobox', { name: 'Langue' }).selectOption('en');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();

    const browsers = page.getByRole('table', { name: 'Browsers' });
    await browsers.waitFor();
    const safariRow = browsers.getByRole('row', { name: /^Safari on iPhone/ });
    const otherVisit = await world.openAnonymously('/console/profile');
    await otherVisit.page.setExtraHTTPHeaders({ 'user-agent': IPHONE });
    await signIn(otherVisit.page, 'user@other.example.com');
    await visit.returnsFor(safariRow);
    assert.match((await browsers.getByRole('row').nth(1).textContent())!, /^Chrome on \w+ – this browser/);
    assert.equal(await browsers.getByRole('button').count(), (await browsers.getByRole('row').count()) - 2);
    await safariRow.getByRole('button', { name: /^End: Safari on iPhone, / }).click();
    await page.getByRole('dialog', { name: 'End this session?' }).getByRole('button', { name: 'End' }).click();
    await safariRow.waitFor({ state: 'detached' });
    await otherVisit.returnsFor(otherVisit.page.getByRole('dialog', { name: 'You are signed out' }));

    const session = page.getByRole('table', { name: 'Applications', exact: true }).getByRole('row', { name: /^Demo/ });
    await session.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog', { name: 'End this session?' }).getByRole('button', { name: 'End' }).click();
    await session.waitFor({ state: 'detached' });
    await eventually(async () => assert.equal((await user.get('/v1/me')).status, 401));

    const applications = page.getByRole('table', { name: 'Applications that you allowed' });
    await applications
      .getByRole('row', { name: /Planner/ })
      .getByRole('button', { name: 'Withdraw' })
      .click();
    await page.getByRole('dialog', { name: 'Withdraw what Planner may do?' }).getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText(/^You have allowed none/).waitFor();
  });

  test("the provider's payment page leads back, and the source is shown once the provider has confirmed it", async () => {
    const { page } = await world.openAs('manager@example.com');
    const paymentUrl = `${world.system.url}/console/billing/payment`;
    await page.route('**/console/api/payment_provider', (route) => route.fulfill({ json: { name: 'stripe', has_setup_page: true } }));
    const visitedUrls: string[] = [];
    // As if the payer had completed the page at once, and our service not been told yet.
    await page.route('**/payment_source/setup', (route) => {
      const { return_url: url, cancel_url: cancelUrl } = route.request().postDataJSON() as { return_url: string; cancel_url: string };
      visitedUrls.push(cancelUrl);
      return route.fulfill({ json: { url, expires_at: '2026-11-28T10:00:00+0000' } });
    });
    await page.goto(paymentUrl);
    await page.getByRole('button', { name: 'Replace payment method' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^We are waiting for the payment provider/ })
      .waitFor();
    assert.deepEqual(visitedUrls, [paymentUrl]);
    const manager = await world.system.signIn('manager@example.com');
    const source = { rid: 'manual', reference: 'Paid by bank transfer', last_digits: '4242' };
    await manager.api.createPaymentSource(demoGids.harbourBakery, source);
    await page.getByText('…4242').waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Add a payment method' }).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
    await manager.api.createPaymentSource(demoGids.harbourBakery, source);
  });

  test('a sign-out leads to the sign-in page, and from there back to the console', async () => {
    const { page } = await world.openAs('user@example.com', '/console/billing');
    await page.getByRole('heading', { level: 1, name: 'Receipts' }).waitFor();
    await page.getByRole('button', { name: 'Uwe' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Email address' }).waitFor();
    await signIn(page, 'user@example.com');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });
});
