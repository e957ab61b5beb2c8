import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isolated } from '@partner-ordering/kernel/texts';
import { ApiClient } from '@partner-ordering/testing';
import type { Browser } from 'playwright-core';
import { violationsOf, chromiumPath, openPage, startBrowser, type WatchedPage } from '../browser.ts';
import { demoGids, localUrl, type TestSystem } from '../test-system.ts';
import { systemOfPrograms } from './system-of-programs.ts';

const skip = chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium';
const NEW = 'zebra-lamp-42';

/** The default pages of mails' links, with the links of real mails, in a real browser. */
describe('account pages', { skip }, () => {
  let system: TestSystem;
  let browser: Browser;
  let admin: ApiClient;
  let anonymous: ApiClient;
  before(async () => {
    [system, browser] = await Promise.all([systemOfPrograms(), startBrowser()]);
    [admin, anonymous] = [await system.signIn('admin@example.com'), new ApiClient(system.url)];
  });
  after(() => browser?.close());

  /** Opens the link of a mail as its reader does. */
  async function openLink(to: string, kind: string, locale = 'en-GB'): Promise<WatchedPage> {
    const link = /^https:\/\/\S+$/m.exec((await system.mailTo(to, kind)).text!)![0];
    return openPage(browser, `${localUrl(system, link).href}${new URL(link).hash}`, locale);
  }
  const waitForStatus = async ({ page }: WatchedPage, text: RegExp): Promise<void> => {
    await page.getByRole('status').filter({ hasText: text }).waitFor();
  };
  async function isSound({ page, complaints, hosts }: WatchedPage): Promise<void> {
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(complaints, []);
    assert.deepEqual([...hosts], [new URL(system.url).host]);
  }
  const signsIn = async (username: string, password: string) =>
    (await system.oauth('/oauth2/token', { grant_type: 'password', username, password })).status === 200;

  test('a new password is set after the page has explained the faults of others; its link works once', async () => {
    const email = 'colleague@example.com';
    await anonymous.post('/v1/p/password_resets', { email });
    const watchedPage = await openLink(email, 'password_reset');
    const { page } = watchedPage;
    await isSound(watchedPage);
    const field = page.getByLabel('Password', { exact: true });
    for (const [password, fault] of [
      ['short', 'must have 10 to 200 characters'],
      ['Password123', 'is one of the most common passwords'],
    ] as const) {
      await field.fill(password);
      await page.getByRole('button').click();
      await page.getByText(fault).waitFor();
      await page.locator('input[aria-invalid="true"]:focus').waitFor();
    }
    await isSound(watchedPage);
    await field.fill(NEW);
    await page.keyboard.press('Enter');
    await waitForStatus(watchedPage, /^Your password is saved/);
    assert.equal(page.url().includes('token'), false);
    await isSound(watchedPage);
    assert.equal(await signsIn(email, NEW), true);

    const secondPage = await openLink(email, 'password_reset');
    await secondPage.page.getByLabel('Password', { exact: true }).fill(NEW);
    await secondPage.page.getByRole('button').click();
    await waitForStatus(secondPage, /^This link is invalid, expired or already used/);
  });

  test('a mail for a forgotten password is requested on the sign-in page, with the same answer for every address', async () => {
    const watchedPage = await openPage(browser, `${system.url}/oauth2/sign_in`, 'en-GB');
    const { page } = watchedPage;
    await isSound(watchedPage);
    for (const email of ['manager@example.com', 'nobody@example.com']) {
      await page.goto(`${system.url}/oauth2/sign_in`);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await waitForStatus(watchedPage, /^Enter your email address/);
      await page.getByLabel('Email address').fill('nobody');
      await page.keyboard.press('Enter');
      await page.locator('input:user-invalid:focus').waitFor();
      await isSound(watchedPage);
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await waitForStatus(watchedPage, /^If there is an account with this address, you receive an email/);
      await isSound(watchedPage);
    }
    assert.ok(await system.mailTo('manager@example.com', 'password_reset'));
    const french = await openPage(browser, `${system.url}/account/reset`, 'fr-FR');
    await waitForStatus(french, /^Saisissez votre adresse e-mail/);
    await isSound(french);
  });

  test('an invited person creates an account, in French in a French browser', async () => {
    const email = 'zoe@example.com';
    await admin.create('/v1/invitations', { email, organization: { gid: demoGids.harbourBakery } });
    const watchedPage = await openLink(email, 'invitation', 'fr-FR');
    const { page } = watchedPage;
    await waitForStatus(watchedPage, /^Créez votre compte pour .?zoe@example\.com/);
    assert.equal(await page.getByRole('heading').textContent(), `Invitation à rejoindre ${isolated('Harbour Bakery')}`);
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await isSound(watchedPage);
    await page.getByLabel('Prénom').fill('Zoë');
    await page.getByLabel('Nom', { exact: true }).fill('Rôti');
    await page.getByLabel('Mot de passe').fill(NEW);
    await page.getByRole('button').click();
    await waitForStatus(watchedPage, /^Votre compte est créé/);
    await isSound(watchedPage);
    assert.equal(await signsIn(email, NEW), true);
    await admin.create('/v1/invitations', { email, organization: { gid: demoGids.northlightStudio } });
    assert.equal((await anonymous.get('/account/invitation')).status, 200);
  });

  test('an invited person with an account gets directions to accept', async () => {
    const email = 'user@example.com';
    await admin.create('/v1/invitations', { email, organization: { gid: demoGids.northlightStudio } });
    const watchedPage = await openLink(email, 'invitation');
    await waitForStatus(watchedPage, /user@example\.com.? already has an account/);
    assert.equal(await watchedPage.page.getByRole('button').count(), 0);
    await isSound(watchedPage);
  });

  test('a new address is confirmed with one press; the owner of the old one can restore it with a new password', async () => {
    const email = 'user@other.example.com';
    const user = await system.signIn(email);
    await user.put('/v1/me', { email: 'lars@next.example', current_password: 'demo-password' });
    const watchedPage = await openLink('lars@next.example', 'email_change');
    await isSound(watchedPage);
    // Opening the link does not suffice: mail scanners open every link.
    assert.equal((await user.get('/v1/me')).body.pending_email, 'lars@next.example');
    await watchedPage.page.getByRole('button', { name: 'Confirm email address' }).click();
    await waitForStatus(watchedPage, /is confirmed\.$/);
    assert.equal((await user.get('/v1/me')).body.email, 'lars@next.example');

    const restoring = await openLink(email, 'email_change_notice', 'fr-FR');
    const { page } = restoring;
    await waitForStatus(restoring, /^Votre compte reprend l’adresse/);
    await isSound(restoring);
    const field = page.getByLabel('Mot de passe');
    await field.fill('short');
    await page.getByRole('button').click();
    await page.getByText('doit avoir de 10 à 200 caractères').waitFor();
    await isSound(restoring);
    await field.fill(NEW);
    await page.getByRole('button', { name: 'Rétablir et enregistrer le mot de passe' }).click();
    await waitForStatus(restoring, /^Votre adresse est rétablie/);
    await isSound(restoring);
    assert.deepEqual([await signsIn(email, NEW), await signsIn('lars@next.example', 'demo-password')], [true, false]);
    const secondPage = await openLink(email, 'email_change_notice');
    await waitForStatus(secondPage, /^Your account gets back the address/);
    await secondPage.page.getByLabel('Password', { exact: true }).fill(NEW);
    await secondPage.page.getByRole('button').click();
    await waitForStatus(secondPage, /^This link is invalid, expired or already used/);
  });

  test('a page without a token reports an invalid link, and injected markup is not rendered', async () => {
    const bare = await openPage(browser, `${system.url}/account/password/`, 'en-GB');
    await waitForStatus(bare, /^This link is invalid/);
    const gid = await admin.create('/v1/organizations', { name: '<img src=x onerror=alert(1)>' });
    await admin.create('/v1/invitations', { email: 'eve@example.com', organization: { gid: gid.split('/').at(-1) } });
    const watchedPage = await openLink('eve@example.com', 'invitation');
    await waitForStatus(watchedPage, /^Create your account/);
    assert.equal(
      await watchedPage.page.getByRole('heading').textContent(),
      `Invitation to join ${isolated('<img src=x onerror=alert(1)>')}`,
    );
    assert.deepEqual([watchedPage.complaints, await watchedPage.page.locator('img').count()], [[], 0]);
  });
});
