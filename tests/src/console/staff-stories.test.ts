import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { demoGids } from '../test-system.ts';
import { orderAt, sharedWorld, skip, type ConsoleWorld } from './console.ts';
import { signUp } from './guest.ts';
import { choose } from './keys.ts';

/** Organizations, users, products, prices and applications, on our staff's screens alone. */
describe('stories of our staff at the console', { skip }, () => {
  let world: ConsoleWorld;
  let sheets: Receiver;
  before(async () => {
    [world, sheets] = await Promise.all([sharedWorld(), startReceiver()]);
  });
  after(() => sheets?.close());
  afterEach(() => world.leave());

  test('a new organization: its first manager is invited, a new product allowed with a price of its own, and the manager orders it', async () => {
    const { page, goes } = await world.openAs('admin@example.com', '/console/staff/organizations');
    await page.getByRole('button', { name: 'New organization' }).click();
    const organization = page.getByRole('dialog', { name: 'New organization' });
    await organization.getByRole('textbox', { name: 'Name' }).fill('Lark Press');
    await organization.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lark Press' }).waitFor();
    await page.getByRole('textbox', { name: 'Credit limit' }).fill('500');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const invitation = page.getByRole('dialog', { name: 'Invite a member' });
    await invitation.getByRole('textbox', { name: 'Email address' }).fill('lea@example.com');
    assert.equal(await invitation.getByRole('combobox', { name: 'Role' }).inputValue(), 'manager');
    await invitation.getByRole('checkbox', { name: 'Unlimited' }).check();
    await invitation.getByRole('button', { name: 'Invite a member' }).click();
    await invitation.waitFor({ state: 'detached' });

    await goes('/staff/products');
    await page.getByRole('button', { name: 'New product' }).click();
    const product = page.getByRole('dialog', { name: 'New product' });
    await product.getByRole('textbox', { name: 'Title' }).fill('Rubber stamp');
    await choose(product, 'Category', 'Packaging');
    await product.getByRole('textbox', { name: 'Delivery in days', exact: true }).fill('3, 7');
    await product.getByRole('button', { name: 'Create product' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rubber stamp' }).waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Allow an organization' });
    const field = dialog.getByRole('combobox', { name: 'Organization' });
    await field.fill('Nobody');
    await dialog.getByText('Nothing found').waitFor();
    await field.press('Tab');
    await dialog.getByRole('button', { name: 'Allow' }).click();
    assert.equal(await field.evaluate((input): unknown => Reflect.get(input, 'validationMessage')), 'Choose one of the list.');
    await choose(dialog, 'Organization', 'Lark Press');
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('table', { name: 'Who may order it' }).getByRole('link', { name: 'Lark Press' }).waitFor();
    await page.getByRole('button', { name: 'Add price' }).click();
    const price = page.getByRole('dialog', { name: 'Add price' });
    await choose(price, 'Organization', 'Lark Press');
    await price.getByRole('spinbutton', { name: 'Net price' }).fill('77');
    await price.getByRole('button', { name: 'Add price' }).click();
    await page.getByRole('row', { name: /Lark Press.*Conversation · 3 days.*€77\.00/ }).waitFor();

    const guest = await signUp(world, 'lea@example.com', 'Lea', 'Lark');
    await guest.page.getByRole('link', { name: 'New order' }).first().click();
    await guest.page.getByRole('link', { name: /^Rubber stamp/ }).click();
    await guest.page.getByRole('textbox', { name: 'Title' }).fill('A stamp for invoices');
    await guest.page.getByRole('textbox', { name: 'What you need' }).fill('Blue');
    await guest.page.getByText('Net price €77.00').waitFor();
    await guest.page.getByText('No approval needed.').waitFor();
    await guest.page.getByRole('button', { name: 'Place order' }).click();
    await orderAt(guest, 'A stamp for invoices');
    await guest.page.getByText('We are looking for the right creative.').waitFor();
    await guest.page.getByRole('link', { name: 'Members' }).click();
    await guest.page.getByRole('row', { name: /Lea Lark.*Manager/ }).waitFor();
  });

  test('a price sheet with an invalid line changes no price and shows the fault, and a valid one is imported', async () => {
    const { northlightStudio } = demoGids;
    await world.admin.api.updateOrganization(northlightStudio, { price_sheet_url: sheets.url });
    const { items } = await world.admin.api.listProducts({ search: 'Album cover', limit: 1 });
    const gives = (amount: string): void => {
      const sheet = `product,mode,due,amount,currency\n${items[0]!.gid},multi,5,480,EUR\n${items[0]!.gid},multi,10,${amount},EUR\n`;
      sheets.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(sheet);
    };
    const { page } = await world.openAs('admin@example.com', `/console/staff/organizations/${northlightStudio}/prices`);
    const imports = page.getByRole('table', { name: 'Price sheet' });
    const importNow = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Import now' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import now' });
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Import now' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    gives('cheap');
    await importNow();
    await imports.getByText('Refused').waitFor();
    await imports.getByRole('button', { name: 'Errors: 1' }).click();
    const errors = page.getByRole('dialog', { name: 'Errors of the sheet' });
    await errors.getByRole('row', { name: /^Line 3, amount/ }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.getByText('€480.00').count(), 0);

    gives('440');
    await importNow();
    await imports.getByRole('row', { name: /Imported.*Prices: 2/ }).waitFor();
    for (const price of ['€480.00', '€440.00'])
      await page
        .getByRole('row', { name: /Album cover/ })
        .getByText(price)
        .waitFor();
  });

  test('a promotion stands between the two periods of the standing price', async () => {
    const { api } = world.admin;
    const { gid: organization } = await api.createOrganization({ name: 'Lantern Press' });
    const { items } = await api.listProducts({ search: 'Album cover', limit: 1 });
    const price = (amount: number, due: number, validity: { valid_from?: string; valid_until?: string } = {}) =>
      api.createPrice({
        product: { gid: items[0]!.gid },
        organization: { gid: organization },
        options: { mode: 'multi', due },
        amount,
        currency: 'EUR',
        ...validity,
      });
    const [begin, end] = ['2027-01-04T00:00:00Z', '2027-02-01T00:00:00Z'];
    await price(480, 5, { valid_until: begin });
    await price(440, 10);
    await price(480, 5, { valid_from: end });
    await price(399, 5, { valid_from: begin, valid_until: end });

    const { page } = await world.openAs('admin@example.com', `/console/staff/organizations/${organization}/prices`);
    const prices = page.getByRole('table', { name: 'Prices' });
    await prices.getByText('Promotion: €480.00 before and after').waitFor();
    assert.deepEqual(await prices.locator('td.number:has-text("€")').allTextContents(), ['€480.00', '€399.00', '€480.00', '€440.00']);
  });

  test('a long list has pages, and the page that is shown stands in the address', async () => {
    const { page } = await world.openAs('admin@example.com', `/console/staff/organizations/${demoGids.harbourBakery}/prices`);
    await page.getByText(/^1–25 of/).waitFor();
    const rows = page.getByRole('table', { name: 'Prices' }).getByRole('row');
    const first = await rows.allTextContents();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^26–/).waitFor();
    await page.reload();
    await page.getByText(/^26–/).waitFor();
    const second = await rows.allTextContents();
    assert.deepEqual(
      second.slice(1).filter((row) => first.includes(row)),
      [],
    );
    await page.goBack();
    await eventually(async () => assert.deepEqual(await rows.allTextContents(), first));
  });

  test('a user whose sessions are ended is signed out at once, and once disabled cannot sign in again', async () => {
    const visit = await world.openAs('colleague@example.com');
    const { page: staffPage, keys, settles } = await world.openAs('admin@example.com', '/console/staff/users');
    await keys.type(staffPage.getByRole('searchbox', { name: 'Search users' }), 'colleague@example.com');
    // The row is listed before the search, whose answer replaces it.
    await staffPage.waitForURL(/search=colleague/);
    await settles();
    await keys.press(staffPage.getByRole('row', { name: /colleague@example\.com/ }).getByRole('link'));
    await staffPage.getByRole('button', { name: 'End all sessions' }).click();
    await staffPage.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
    await visit.returnsFor(visit.page.getByRole('dialog', { name: 'You are signed out' }));

    await staffPage.getByRole('button', { name: 'Disable', exact: true }).click();
    await staffPage.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await staffPage.getByText('Disabled', { exact: true }).waitFor();
    await visit.page.goto(`${world.system.url}/console/`);
    await visit.page.getByRole('textbox', { name: 'Email address' }).fill('colleague@example.com');
    await visit.page.locator('#password').fill('demo-password');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('alert').waitFor();
    await staffPage.getByRole('button', { name: 'Enable' }).click();
    await staffPage.getByRole('button', { name: 'Disable', exact: true }).waitFor();
  });

  test('an application is registered, its secret shown once, with it the application gets tokens, and an edit keeps its organizations', async () => {
    const { api } = world.admin;
    const paul = await api.createOrganization({ name: 'Paul' });
    for (let town = 0; town < 10; town++) await api.createOrganization({ name: `Boulangerie Paul ${town}` });
    const { page } = await world.openAs('admin@example.com', '/console/staff/applications');
    await page.getByRole('button', { name: 'Register an application' }).click();
    const dialog = page.getByRole('dialog', { name: 'Register an application' });
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Till');
    await dialog.getByRole('checkbox', { name: /^password/ }).check();
    await dialog.getByRole('checkbox', { name: /^base/ }).check();
    await choose(dialog, 'Organizations', 'Northlight Studio');
    await choose(dialog, 'Organizations', 'Harbour Bakery');
    await choose(dialog, 'Organizations', 'Paul');
    await dialog.getByRole('button', { name: 'Remove: Northlight Studio' }).click();
    await dialog.getByRole('button', { name: 'Register an application' }).click();
    const [id, secret] = [
      await dialog.getByLabel('Client id', { exact: true }).textContent(),
      await dialog.getByLabel('Secret', { exact: true }).textContent(),
    ];
    const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
    const body = new URLSearchParams({ grant_type: 'password', username: 'user@example.com', password: 'demo-password', scope: 'base' });
    const requestToken = (): Promise<Response> => fetch(`${world.system.url}/oauth2/token`, { method: 'POST', headers, body });
    await eventually(async () => assert.equal((await requestToken()).status, 200));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: new RegExp(`Till.*${id}`) }).waitFor();
    assert.equal((await page.content()).includes(secret!), false);

    const registered = (await api.listApplications({ where: (one) => one.client_id.eq(id!), limit: 1 })).items[0]!;
    const organizations = [demoGids.harbourBakery, paul.gid].toSorted();
    for (const email of ['colleague@example.com', '']) {
      await page.getByRole('button', { name: 'Edit: Till' }).click();
      const editing = page.getByRole('dialog', { name: 'Edit: Till' });
      await editing.getByRole('textbox', { name: /technical user/ }).fill(email);
      await editing.getByRole('button', { name: 'Save' }).click();
      await editing.waitFor({ state: 'detached' });
      const { user, ...properties } = await api.getApplication(registered.gid);
      assert.deepEqual(properties.organizations.map(({ gid }) => gid).toSorted(), organizations);
      assert.equal(user?.gid, email === '' ? undefined : demoGids.users.colleague);
    }
  });
});
