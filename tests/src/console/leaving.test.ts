import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { Locator, Page } from 'playwright-core';
import { violationsOf } from '../browser.ts';
import { findOffer, orderOf } from '../orders.ts';
import { ConsoleWorld, skip } from './console.ts';
import { reads } from './files.ts';
import { hasFocus } from './keys.ts';
import { dialogsOf, emailOf, makeForScreens, roles, screensOf } from './screens.ts';

/** What is typed and not sent is asked for before it is lost. */
describe('leaving a form of the console', { skip }, () => {
  let world: ConsoleWorld;
  let belongings: Awaited<ReturnType<typeof makeForScreens>>;
  before(async () => {
    world = await ConsoleWorld.start();
    belongings = await makeForScreens(world);
  });
  after(() => world?.stop());
  afterEach(() => world.leave());

  for (const role of roles)
    test(`every form on a screen of the role ${role} asks before a change is lost, and no longer once it is taken back`, async () => {
      const { page, goes } = await world.openAs(emailOf(role));
      const [found, counts] = [[] as string[], [] as number[]];
      for (const path of screensOf[role](belongings)) {
        await goes(path);
        const count = await formsOf(page).count();
        counts.push(count);
        for (let index = 0; index < count; index++) {
          if (!page.url().endsWith(path)) await goes(path);
          const field = await change(formsOf(page).nth(index));
          await otherLink(page).click();
          await stays(page);
          if (!page.url().endsWith(path) || !(await field.isChanged())) found.push(`${path} ${index}: it is lost`);
          await field.undo();
          await leaves(page, path);
        }
      }
      assert.deepEqual(found, []);
      assert.ok(counts.some((count) => count > 0));
    });

  for (const role of roles)
    test(`every dialog of the role ${role} asks before a change is lost, and no longer once it is taken back`, async () => {
      const { page, goes, settles } = await world.openAs(emailOf(role));
      const dialog = page.getByRole('dialog').first();
      for (const [path, name] of dialogsOf[role](belongings)) {
        if (!page.url().endsWith(path)) await goes(path);
        const button = page.getByRole('button', { name, exact: true }).first();
        await button.press('Enter');
        await dialog.waitFor();
        await settles();
        if ((await fieldsOf(dialog).count()) === 0) await page.keyboard.press('Escape');
        else {
          const field = await change(dialog);
          await page.keyboard.press('Escape');
          await stays(page);
          await page.mouse.click(2, 2);
          await stays(page);
          await dialog.getByRole('button', { name: 'Back' }).click();
          await stays(page);
          assert.ok(await field.isChanged(), `${path} ${name}`);
          await field.undo();
          await page.keyboard.press('Escape');
        }
        await dialog.waitFor({ state: 'detached' });
        assert.ok(await hasFocus(button), `${path} ${name}`);
      }
    });

  test('a message is asked for by a link, the way back, signing out and another page, until it is sent; a file is too', async () => {
    const { page, goes, complaints } = await world.openAs('user@example.com');
    const path = `/orders/${belongings.assigned}`;
    await goes('/orders');
    await page.evaluate(`document.querySelector('a[href$="${path}"]').click()`);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Blue, please');
    await page.evaluate('history.back()');
    await question(page).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await stays(page);
    await page.getByRole('button', { name: 'Uwe' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The browser's own question.
    await eventually(() => assert.deepEqual(complaints.splice(0), ['dialog: ']));
    assert.equal(await message.inputValue(), 'Blue, please');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').getByText('Blue, please').waitFor();
    await page.getByLabel('Attach files').setInputFiles([reads('swatch.txt', 'Blue')]);
    await otherLink(page).click();
    await stays(page);
    await page.getByRole('button', { name: 'Remove: swatch.txt' }).click();
    await leaves(page, path);
    await goes(path);
    await message.fill('Green, please');
    await otherLink(page).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(path));
  });

  test('a draft whose options are edited asks, until they are as before', async () => {
    const user = await world.system.signIn('user@example.com');
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'A drafted order' }));
    const { page, goes } = await world.openAs('user@example.com');
    await goes(`/orders/${gid}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const days = page.locator('[name="options.due"]');
    await days.last().check();
    await page.getByRole('button', { name: 'Back' }).click();
    await stays(page);
    await days.first().check();
    await page.getByRole('button', { name: 'Back' }).click();
    await days.first().waitFor({ state: 'detached' });
  });

  test('a draft that others change too asks only for what is typed, and keeps it', async () => {
    const user = await world.system.signIn('user@example.com');
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'A shared draft' }));
    const { page, goes, returnsFor } = await world.openAs('user@example.com');
    const [title, description] = [page.locator('[name="title"]'), page.locator('[name="description"]')];
    const back = page.getByRole('button', { name: 'Back' });
    await goes(`/orders/${gid}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await user.api.updateProject(gid, { title: 'Theirs', description: 'Their words' });
    await returnsFor(page.getByRole('heading', { level: 1, name: 'Theirs' }));
    assert.deepEqual([await title.inputValue(), await description.inputValue()], ['Theirs', 'Their words']);
    await description.fill('My words');
    await title.fill('Mine');
    await user.api.updateProject(gid, { title: 'Theirs again', description: 'Their later words' });
    await returnsFor(page.getByRole('heading', { level: 1, name: 'Theirs again' }));
    assert.deepEqual([await title.inputValue(), await description.inputValue()], ['Mine', 'My words']);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    assert.equal((await user.api.getProject(gid)).description, 'My words');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await title.fill('Mine again');
    await back.click();
    await stays(page);
    await title.fill('Mine');
    await back.click();
    await description.waitFor({ state: 'detached' });
  });

  test('a password that the browser fills in is not asked for', async () => {
    const { page, goes } = await world.openAs('user@example.com');
    await goes('/profile');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill('demo-password');
    const session = await page.context().newCDPSession(page);
    for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`);
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[name=current_password]' });
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a form that leads elsewhere once it is sent does not ask', async () => {
    const { page } = await world.openAs('admin@example.com', '/console/staff/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('new@example.com');
    await dialog.getByLabel('First name').fill('Nia');
    await dialog.getByLabel('Last name').fill('Ward');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nia Ward' }).waitFor();
    assert.equal(await question(page).count(), 0);
  });

  test('deleting a user does not ask for an edit beside it', async () => {
    const { page } = await world.openAs('admin@example.com', '/console/staff/users');
    const { gid } = await world.admin.api.createUser({ email: 'short@example.com', firstname: 'Sam', lastname: 'Short' });
    await page.goto(`${world.system.url}/console/staff/users/${gid}`);
    await change(formsOf(page).first());
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/staff/users'));
  });

  test('a winner is chosen beside a comment, which stays when the reader stays', async () => {
    const user = await world.system.signIn('user@example.com');
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'A won order', state: 'published' }));
    await world.postWork(gid);
    const { items } = await user.api.listWorks({ where: (w) => w.project.gid.eq(gid) });
    const { page, goes } = await world.openAs('user@example.com');
    await goes(`/orders/${gid}/works/${items[0]!.gid}`);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Well done');
    await page.getByRole('button', { name: 'Choose as winner' }).click();
    const dialog = page.getByRole('dialog', { name: /the winner/ });
    await dialog.getByRole('button', { name: 'Choose as winner' }).click();
    await stays(page);
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await comment.inputValue(), 'Well done');
    await comment.fill('');
  });

  test('a dialog and a message keep what is entered when somebody else cancels the order', async () => {
    const user = await world.system.signIn('user@example.com');
    const { gid } = await user.api.createProject(orderOf(await findOffer(user), { title: 'A short order', state: 'published' }));
    const { page, goes, settles, returnsFor } = await world.openAs('user@example.com');
    await goes(`/orders/${gid}`);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('A question');
    await page.getByRole('button', { name: 'Add files' }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Files')
      .setInputFiles([reads('late.txt', 'Wide')]);
    const file = page.getByRole('button', { name: 'Remove: late.txt' });
    await file.waitFor();
    await world.admin.api.createMessage(gid, { message: 'We stop here' });
    await world.admin.api.updateProject(gid, { status: 'canceled' });
    await returnsFor(page.getByText('We stop here'));
    await settles();
    assert.ok(await file.isVisible());
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByText('This order is canceled.').waitFor();
    assert.equal(await message.inputValue(), 'A question');
  });

  test('our staff is asked before they act for another, and what is typed stays when they stay', async () => {
    const { page, goes } = await world.openAs('admin@example.com');
    await goes(`/staff/organizations/${belongings.organization}`);
    const field = await change(formsOf(page).first());
    await page.getByRole('button', { name: /^Act for/ }).click();
    await stays(page);
    assert.ok(await field.isChanged());
    await page.getByRole('button', { name: /^Act for/ }).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/organizations/);
  });
});

const formsOf = (page: Page): Locator => page.locator('#content form.form:not(dialog *)').filter({ has: fieldsOf(page.locator(':scope')) });
const otherLink = (page: Page): Locator => page.locator('.navigation a:not(.active)').first();
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave without sending?' });

/** The fields in which one types, or else ticks or chooses, and whose values are sent. */
const fieldsOf = (place: Locator): Locator =>
  place.locator(':is(input, textarea, select)[name]:not([type="hidden"], [type="radio"], [hidden])');
const textsOf = (place: Locator): Locator => fieldsOf(place).and(place.locator(':not(select, [type="checkbox"])'));

async function stays(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await question(page).waitFor({ state: 'detached' });
}

async function leaves(page: Page, path: string): Promise<void> {
  await otherLink(page).click();
  await page.waitForURL((url) => !`${url.pathname}${url.search}`.endsWith(path));
}

/** Changes the first text of a form, or else another field. */
async function change(form: Locator): Promise<{ isChanged: () => Promise<boolean>; undo: () => Promise<unknown> }> {
  const field = (await textsOf(form).count()) > 0 ? textsOf(form).first() : fieldsOf(form).first();
  const kind = await field.evaluate((element) => String('type' in element && element.type));
  if (kind === 'checkbox') {
    const before = await field.isChecked();
    await field.setChecked(!before);
    return { isChanged: async () => (await field.isChecked()) !== before, undo: () => field.setChecked(before) };
  }
  const before = await field.inputValue();
  if (kind === 'select-one') await field.selectOption({ index: 1 });
  else await field.fill(kind === 'number' ? '7' : `${before}x`);
  const undo = (): Promise<unknown> => (kind === 'select-one' ? field.selectOption(before) : field.fill(before));
  return { isChanged: async () => (await field.inputValue()) !== before, undo };
}
