import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { sharedWorld, skip, type ConsoleWorld } from './console.ts';

describe('what is new in the console', { skip }, () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await sharedWorld();
  });
  afterEach(() => world.leave());

  test('a work and a message are marked once, in the list and in the order, and a hidden tab sees nothing', async () => {
    const user = await world.system.signIn('user@example.com');
    const title = 'A logo that is looked at';
    const { gid } = await user.api.createProject({
      ...orderOf(await findOffer(user, { title: 'Logo design', mode: 'multi' })),
      title,
      state: 'published',
    });
    await world.postWork(gid);
    const isSeen = () => eventually(async () => !(await user.api.getProject(gid)).has_unseen);

    const { page, requests, settles, returnsFor } = await world.openAs('user@example.com', '/console/orders');
    const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: title });
    await row.getByText('New', { exact: true }).waitFor();
    await page.goto(`${world.system.url}/console/orders/${gid}`);
    const work = page.getByRole('link', { name: /^Work 1 by Kim Sol/ });
    await work.getByText('New', { exact: true }).waitFor();
    const told = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Sent' });
    await told.getByText('New', { exact: true }).waitFor();
    await isSeen();
    await page.reload();
    for (const place of [work, told]) await place.waitFor();
    await settles();
    for (const place of [work, told]) assert.equal(await place.getByText('New', { exact: true }).count(), 0);

    const show = (state: 'hidden' | 'visible') =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await show('hidden');
    requests.length = 0;
    // What is added within the second of the visit counts as seen on the screen.
    const { last_seen } = await user.api.getProject(gid);
    await eventually(() => Date.now() >= Date.parse(last_seen!) + 1000);
    await world.admin.api.createMessage(gid, { message: 'Which blue?' });
    assert.equal((await user.api.getProject(gid)).has_unseen, true);
    assert.ok(!requests.some((request) => request.startsWith('PUT')), requests.join());
    await show('visible');
    const message = page.getByRole('listitem').filter({ hasText: 'Which blue?' });
    await returnsFor(message.getByText('New', { exact: true }));
    await isSeen();
    await page.goto(`${world.system.url}/console/orders`);
    await row.waitFor();
    assert.equal(await row.getByText('New', { exact: true }).count(), 0);
  });
});
