import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriersOf } from '../browser.ts';
import { makeBelongings, type Belongings } from '../requests.ts';
import { demoGids } from '../test-system.ts';
import { ConsoleWorld, skip } from './console.ts';
import { hasFocus } from './keys.ts';

/** The addresses of every screen that a role has. */
const screensOf = {
  user: ({ project, contest }: Made) => [
    ...['/orders', '/orders?show=canceled', '/orders/new', `/orders/new?product=${LOGO}`, '/orders/new?product=specific'],
    ...[`/orders/${project}`, `/orders/${contest}`, '/billing', '/profile', '/approvals', '/no-such-screen', `/orders/${NOTHING}`],
  ],
  manager: ({ project, finished, webhook }: Made) => [
    ...['/orders', `/orders/${project}`, `/orders/${finished}`, '/approvals', '/members', `/members/${demoGids.users.user}`],
    ...['/billing', '/billing/invoices', '/billing/credit_notes', '/billing/payment', '/webhooks', `/webhooks/${webhook}`, '/profile'],
  ],
  admin: () => ['/orders', '/orders/new', '/billing', '/profile'],
} as const;
/** What opens over a screen, by the button that opens it. */
const dialogsOf = {
  user: ({ project, contest }: Made): Dialogs => [
    [`/orders/${project}`, 'Share'],
    [`/orders/${project}`, 'Delete'],
    [`/orders/${contest}`, /By Kim Sol/],
    ['/profile', 'Change email address'],
    ['/profile', 'Change password'],
    ['/profile', 'Withdraw'],
  ],
  manager: ({ webhook }: Made): Dialogs => [
    ['/members', 'Invite a member'],
    [`/members/${demoGids.users.user}`, /^Remove/],
    ['/billing/payment', 'Replace payment source'],
    ['/billing/payment', 'Remove'],
    ['/webhooks', 'Add webhook'],
    [`/webhooks/${webhook}`, 'Edit'],
    [`/webhooks/${webhook}`, 'New secret'],
  ],
};
type Dialogs = [path: string, button: string | RegExp][];

const emails = { user: 'user@example.com', manager: 'manager@example.com', admin: 'admin@example.com' } as const;

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const NOTHING = '019a0000-0000-7000-8000-00000000ffff';

interface Made extends Belongings {
  contest: string;
  finished: string;
}

/** Where `npm run console:screenshots` puts pictures of them; undefined for no pictures. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
let pictures = 0;

/** How each is looked at. Colours are all that differs between light and dark. */
const looks: Look[] = [
  { width: 1280, colorScheme: 'light', options: {} },
  { width: 1280, colorScheme: 'dark', options: { runOnly: ['color-contrast'] } },
  { width: 390, colorScheme: 'dark', options: {} },
  { width: 390, colorScheme: 'light', options: { runOnly: ['color-contrast'] } },
];
interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  options: object;
}
/** Those for what opens over a screen. */
const halfOfLooks = looks.filter(({ options }) => !('runOnly' in options));

/** Every screen with something on it, in a wide and a narrow window, light and dark. */
describe('the screens of the console', { skip }, () => {
  let world: ConsoleWorld;
  let made: Made;
  before(async () => {
    world = await ConsoleWorld.start();
    const belongings = await makeBelongings(world.system);
    const { api } = world.admin;
    const [work, receipt] = [await api.getWork(belongings.work), await api.getReceipt(belongings.receipt)];
    made = { ...belongings, contest: work.project.gid, finished: receipt.project.gid };
  });
  after(() => world?.stop());
  afterEach(() => world.leave());

  for (const role of ['user', 'manager', 'admin'] as const)
    test(`no screen of the role ${role} has a barrier, scrolls sideways, or complains`, async () => {
      const { page, settles } = await world.enter(emails[role], '/console/', { reducedMotion: 'reduce' });
      const found: string[] = [];
      for (const path of screensOf[role](made)) {
        await page.goto(`${world.system.url}/console${path}`);
        await settles();
        found.push(...(await faultsOf(page, looks)).map((fault) => `${path}: ${fault}`));
      }
      assert.deepEqual(found, []);
    });

  for (const role of ['user', 'manager'] as const)
    test(`no dialog of the role ${role} has a barrier or scrolls sideways, and Escape leads back to its button`, async () => {
      const { page, keys, settles } = await world.enter(emails[role], '/console/', { reducedMotion: 'reduce' });
      const found: string[] = [];
      for (const [path, name] of dialogsOf[role](made)) {
        await page.goto(`${world.system.url}/console${path}`);
        await settles();
        const button = page.getByRole('button', { name, exact: true }).first();
        await keys.press(button);
        await page.getByRole('dialog').waitFor();
        await settles();
        found.push(...(await faultsOf(page, halfOfLooks)).map((fault) => `${path} ${String(name)}: ${fault}`));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        if (!(await hasFocus(button))) found.push(`${path} ${String(name)}: the focus is not back`);
      }
      assert.deepEqual(found, []);
    });
});

/** What is wrong with what the page shows. */
async function faultsOf(page: Page, looked: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme, options } of looked) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = [...(await barriersOf(page, options)), ...((await scrollsSideways(page)) ? ['it scrolls sideways'] : [])];
    faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`));
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, pictureName(page.url(), width, colorScheme)), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

/** `007-orders-019a…-390-dark.png`. */
function pictureName(url: string, width: number, colorScheme: string): string {
  const { pathname, search } = new URL(url);
  const screen = `${pathname.replace('/console/', '')}${search}`.replaceAll(/[^\w-]+/g, '-');
  return `${String(++pictures).padStart(3, '0')}-${screen}-${width}-${colorScheme}.png`;
}

const scrollsSideways = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > innerWidth');
