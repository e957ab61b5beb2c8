import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { sharedWorld, signIn, skip, type ConsoleWorld } from './console.ts';
import { linkIn, NEW } from './guest.ts';

/** Changes the way somebody signs in, by the screens alone. Nobody signs in so in later files. */
describe('stories of the profile in the console', { skip }, () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await sharedWorld();
  });
  afterEach(() => world.leave());

  test('a new address is used to sign in once its link is opened, and a new password ends other sessions', async () => {
    const otherClient = await world.system.signIn('user@other.example.com');
    const { page, goes } = await world.openAs('user@other.example.com', '/console/profile');
    await page.getByRole('button', { name: 'Change email address' }).click();
    const address = page.getByRole('dialog', { name: 'Change email address' });
    await address.getByRole('textbox', { name: 'New email address' }).fill('lou@next.example');
    const currentPassword = address.getByLabel('Current password');
    await currentPassword.fill('not-the-password');
    await address.getByRole('button', { name: 'Change email address' }).click();
    await eventually(async () => assert.equal(await currentPassword.getAttribute('aria-invalid'), 'true'));
    await currentPassword.fill('demo-password');
    await address.getByRole('button', { name: 'Change email address' }).click();
    await page.getByText(/^lou@next\.example waits until you open the link/).waitFor();
    await page.goto(linkIn(await world.system.mailTo('lou@next.example', 'email_change')));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /is confirmed\.$/ })
      .waitFor();

    await page.goto(`${world.system.url}/console/profile`);
    await page.getByRole('definition').filter({ hasText: 'lou@next.example' }).waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    const password = page.getByRole('dialog', { name: 'Change password' });
    const current = password.getByLabel('Current password');
    await current.fill('not-the-password');
    await password.getByLabel('New password').fill(NEW);
    await password.getByRole('button', { name: 'Change password' }).click();
    await eventually(async () => assert.equal(await current.getAttribute('aria-invalid'), 'true'));
    await current.fill('demo-password');
    await password.getByRole('button', { name: 'Change password' }).click();
    await password.waitFor({ state: 'detached' });
    await eventually(async () => assert.equal((await otherClient.get('/v1/me')).status, 401));
    await goes('/orders');
    await page.context().clearCookies();
    await page.goto(`${world.system.url}/console/`);
    await signIn(page, 'lou@next.example', NEW);
  });
});
