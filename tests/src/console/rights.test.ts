import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import type { Locator } from 'playwright-core';
import { findOffer, orderOf } from '../orders.ts';
import { demoGids } from '../test-system.ts';
import { sharedWorld, signIn, skip, type ConsoleWorld } from './console.ts';

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const managerPaths = ['/approvals', '/members', `/members/${demoGids.users.colleague}`, '/billing/invoices', '/billing/credit_notes'];
const allManagerPaths = [...managerPaths, '/billing/payment', '/webhooks', `/webhooks/${demoGids.users.colleague}`];

const staffPaths = [
  ...['/staff', '/staff/organizations', `/staff/organizations/${demoGids.harbourBakery}`],
  ...[`/staff/organizations/${demoGids.harbourBakery}/prices`, '/staff/users', `/staff/users/${demoGids.users.colleague}`],
  ...['/staff/products', `/staff/products/${LOGO}`, '/staff/workers', '/staff/receipts', '/staff/invoices', '/staff/applications'],
];

/** Requests of every screen: the signed-in user, what awaits them, and pictures. */
const requestsOfAll = /^GET \/console\/api\/(?:me$|img\/|projects\?.*awaits)/;
/** Further requests of managers' screens: the number of waiting orders, and the feed. */
const requestsOfManagers = /^GET \/console\/api\/(?:me$|img\/|projects\?.*awaits|projects\/total_count\?|orgs\/[^/]+\/events\?)/;

/** Features outside a role are neither shown nor requested. */
describe('rights in the console', { skip }, () => {
  let world: ConsoleWorld;
  let user: ApiClient;
  before(async () => {
    world = await sharedWorld();
    user = await world.system.signIn('user@example.com');
  });
  afterEach(() => world.leave());

  test("a member without a manager role has no link to managers' screens, and requests nothing at their addresses", async () => {
    const { page, requests, goes } = await world.openAs('user@example.com', `/console${allManagerPaths[0]}`);
    for (const path of allManagerPaths) {
      await goes(path);
      await page.getByRole('heading', { name: 'This page is for managers' }).waitFor();
      assert.equal(await page.locator(`#content a[href*="${path}"]`).count(), 0);
    }
    assert.deepEqual(
      requests.filter((line) => !requestsOfAll.test(line)),
      [],
    );
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    assert.deepEqual(await addressesOf(links), ['/', '/orders', '/billing']);
  });

  for (const [email, expectedRequests] of [
    ['user@example.com', requestsOfAll],
    ['manager@example.com', requestsOfManagers],
  ] as const)
    test(`${email} has no staff screens and requests nothing at their addresses`, async () => {
      const { page, requests, goes } = await world.openAs(email, '/console/staff');
      for (const path of staffPaths) {
        await goes(path);
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
        assert.equal(await page.locator('a[href*="/staff"]').count(), 0, path);
      }
      assert.deepEqual(
        requests.filter((line) => !expectedRequests.test(line)),
        [],
      );
    });

  test("the screens of a member without a manager role request neither others' billing nor managers' lists", async () => {
    const { requests, goes } = await world.openAs('user@example.com');
    for (const path of ['/', '/orders', '/orders/new', '/billing', '/profile']) await goes(path);
    const foreign = /member_of|budgets|webhooks|events|invitations|invoices|credit_notes|payment_source|require_approval|\/users/;
    assert.deepEqual(
      requests.filter((line) => foreign.test(line)),
      [],
    );
  });

  test('an order of another organization is found neither at its address nor in lists', async () => {
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'Very private' }));
    const { page } = await world.openAs('manager@other.example.com', `/console/orders/${gid}`);
    await page.getByText('This does not exist, or is not yours to see.').waitFor();
    assert.equal(await page.getByText('Very private').count(), 0);
    await page.goto(`${world.system.url}/console/members/${demoGids.users.user}`);
    await page.getByText('This does not exist, or is not yours to see.').waitFor();
    await page.goto(`${world.system.url}/console/orders`);
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
    assert.equal(await page.getByText('Very private').count(), 0);
  });

  test('a colleague with a shared order can write there but nothing else, and loses access once sharing ends', async () => {
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'Shared', state: 'published' }));
    await world.postWork(gid);
    const owner = (await world.openAs('user@example.com', `/console/orders/${gid}`)).page;
    await owner.getByRole('button', { name: 'Share' }).click();
    const sharing = owner.getByRole('dialog', { name: 'Share this order' });
    await sharing.getByRole('textbox', { name: 'Email of a colleague' }).fill('colleague@example.com');
    await sharing.getByRole('button', { name: 'Share', exact: true }).click();
    const stop = sharing.getByRole('button', { name: /^Stop sharing: / });
    await stop.waitFor();
    const visit = await world.openAs('colleague@example.com', `/console/orders/${gid}`);
    const { page } = visit;
    await page.getByRole('link', { name: 'Work 1 by Kim Sol' }).click();
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    for (const name of ['Choose as winner', 'Shortlist', 'Out'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    await visit.goes(`/orders/${gid}`);
    await page.getByRole('textbox', { name: 'Message' }).fill('I like the calm one');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').getByText('I like the calm one').waitFor();
    for (const name of ['Share', 'Edit', 'Cancel the order', 'Delete', 'Add files'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    await stop.click();
    // Outside the dialog, screen readers would not announce it.
    await sharing.getByRole('status').getByText('Done').waitFor();
    await stop.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('This does not exist, or is not yours to see.').waitFor();
  });

  test('a member of several organizations sees the orders and products of the selected one', async () => {
    const { api } = world.admin;
    await user.api.createProject(orderOf(await findOffer(user), { title: 'Of the bakery' }));
    await api.createMembership(demoGids.users.user, { organization: { gid: demoGids.northlightStudio } });
    const { page } = await world.openAs('user@example.com', '/console/orders');
    await page.getByRole('link', { name: 'Of the bakery' }).waitFor();
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Northlight Studio');
    await page.getByText('No orders yet').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Of the bakery' }).count(), 0);
    await page.getByRole('link', { name: 'New order' }).first().click();
    await page.getByRole('link', { name: /^Album cover/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Bread bag/ }).count(), 0);
    await page.reload();
    await page.getByRole('link', { name: /^Album cover/ }).waitFor();
    await api.deleteMembership(demoGids.users.user, demoGids.northlightStudio);
  });

  test('an admin who acts for an organization sees only its screens and data, and can stop', async () => {
    await user.api.createProject(orderOf(await findOffer(user), { title: 'Only of the bakery' }));
    const { page, requests, goes } = await world.openAs('admin@example.com', '/console/orders');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await page.getByRole('link', { name: 'Only of the bakery' }).waitFor();
    await goes(`/staff/organizations/${demoGids.northlightStudio}`);
    await page.getByRole('button', { name: 'Act for it' }).click();
    await page.getByText('No orders yet').waitFor();
    assert.deepEqual(await addressesOf(links), ['/', '/orders', '/approvals', '/members', '/billing', '/webhooks']);
    assert.equal(await page.getByRole('link', { name: 'New order' }).count(), 0);
    requests.length = 0;
    for (const path of ['/', '/orders', '/approvals', '/members', '/billing', '/billing/invoices', '/billing/payment', '/webhooks']) {
      await goes(path);
      assert.equal(await page.getByText(/Uwe User|Only of the bakery/).count(), 0, path);
    }
    const requestsOfScreen = requests.filter((line) => !requestsOfAll.test(line) && !line.endsWith('/payment_provider'));
    assert.ok(requestsOfScreen.length > 0);
    assert.deepEqual(
      requestsOfScreen.filter((line) => !line.includes(demoGids.northlightStudio)),
      [],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Northlight Studio' }).waitFor();
    await links.getByText('Today').waitFor();
    await goes('/orders');
    await page.getByRole('link', { name: 'Only of the bakery' }).waitFor();
  });

  test('the sign-in page redirects to no other website, whatever its address names', async () => {
    const { page } = await world.openAnonymously('/console/icon.svg');
    for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      await page.context().clearCookies();
      await page.goto(`${world.system.url}/oauth2/sign_in?return_to=${encodeURIComponent(target)}`);
      await signIn(page, 'user@example.com');
      assert.equal(new URL(page.url()).origin, world.system.url);
    }
  });
});

/** The screens to which these links lead. */
const addressesOf = (links: Locator): Promise<string[]> =>
  links.evaluateAll((found) => found.map((link) => String(link.getAttribute('href')).replace('/console', '')));
