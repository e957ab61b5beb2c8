import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { violationsOf } from '../browser.ts';
import { ConsoleWorld, skip } from './console.ts';
import { hasFocus } from './keys.ts';
import { dialogsOf, emailOf, FAILURES, makeForScreens, roles, screensOf, type Role } from './screens.ts';

/** Folder of the screenshots for `npm run console:screenshots`; undefined for none. */
const SCREENSHOTS = process.env['SCREENSHOTS'];
let pictures = 0;

const RULES_OF_TEXTS = [
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'button-name', 'document-title', 'empty-heading'],
  ...['empty-table-header', 'html-has-lang', 'html-lang-valid', 'image-alt', 'label', 'landmark-unique', 'link-name', 'select-name'],
];

/** The views of each screen. Only colors differ between light and dark. */
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
/** Views of dialogs. */
const halfOfLooks = looks.filter(({ options }) => !('runOnly' in options));
/** Faults that a missing or a long text causes. */
const looksOfTexts: Look[] = [{ width: 390, colorScheme: 'light', options: { runOnly: RULES_OF_TEXTS } }];

/** Every screen with data, in a wide and a narrow window, light and dark. */
describe('screens of the console', { skip }, () => {
  let world: ConsoleWorld;
  let belongings: Awaited<ReturnType<typeof makeForScreens>>;
  before(async () => {
    world = await ConsoleWorld.start();
    belongings = await makeForScreens(world);
  });
  after(() => world?.stop());
  afterEach(() => world.leave());

  for (const role of roles)
    test(`no screen of the role ${role} has a barrier, scrolls sideways, or logs an error`, async () => {
      const { page, goes } = await world.openAs(emailOf(role));
      const found: string[] = [];
      for (const path of screensOf[role](belongings)) {
        await goes(path);
        found.push(...(await faultsOf(page, looks)).map((fault) => `${path}: ${fault}`));
      }
      assert.deepEqual(found, []);
    });

  test('the first staff screen names the failed charge and PDF, the undelivered mail, and the late contest and delivery', async () => {
    const { page } = await world.openAs('admin@example.com', '/console/staff');
    for (const reason of FAILURES) await page.getByRole('cell', { name: reason }).waitFor();
    for (const [name, order] of [
      ['Contests past their deadline (1)', belongings.contest],
      ['Late deliveries (1)', belongings.assigned],
    ] as const)
      await page.getByRole('region', { name }).locator(`a[href$="/orders/${order}"]`).waitFor();
    const withoutPdf = page.getByRole('row').filter({ hasText: FAILURES[1] }).getByRole('button');
    const number = (await withoutPdf.textContent())!;
    await withoutPdf.click();
    await page.locator('.row-name', { hasText: number }).waitFor();
  });

  test('home and the list to which it leads have the nearest deadlines first, and mark those that are past', async () => {
    const { page } = await world.openAs('user@example.com');
    const marksLate = async (rows: Locator): Promise<void> => {
      for (const index of [1, 2, 3]) await rows.nth(index).filter({ hasText: 'Late' }).waitFor();
      assert.doesNotMatch((await rows.nth(4).textContent())!, /Late/);
    };
    const section = page.getByRole('region', { name: /^In progress, by deadline/ });
    await marksLate(section.getByRole('row'));
    await section.getByRole('link', { name: 'Show all' }).click();
    await marksLate(page.getByRole('table', { name: 'Orders' }).getByRole('row'));
  });

  for (const role of roles)
    test(`no dialog of the role ${role} has barriers or scrolls sideways, also in French, and Escape returns to its button`, async () => {
      const { page, goes, settles } = await world.openAs(emailOf(role));
      const [found, dialogs] = [[] as string[], [] as [path: string, name: string, place: number][]];
      const opens = async (path: string, name: string, button: Locator, chosenLooks: readonly Look[]): Promise<void> => {
        await button.press('Enter');
        await page.getByRole('dialog').waitFor();
        await settles();
        found.push(...(await faultsOf(page, chosenLooks)).map((fault) => `${path} ${name}: ${fault}`));
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        if (!(await hasFocus(button))) found.push(`${path} ${name}: the focus is not back`);
      };
      for (const [path, name] of dialogsOf[role](belongings)) {
        if (!page.url().endsWith(path)) await goes(path);
        const button = page.getByRole('button', { name, exact: true }).first();
        await opens(path, String(name), button, halfOfLooks);
        dialogs.push([path, String(name), await placeOf(button)]);
      }
      await readsIn('fr', role);
      await page.reload();
      await settles();
      for (const [path, name, place] of dialogs) {
        if (!page.url().endsWith(path)) await goes(path);
        await opens(path, `${name} in French`, page.locator('button').nth(place), looksOfTexts);
      }
      await readsIn('en', role);
      assert.deepEqual(found, []);
    });

  test('every control of every screen has a name in French, and nothing scrolls sideways', async () => {
    const [found, seen] = [[] as string[], new Set<string>()];
    for (const role of roles) {
      await readsIn('fr', role);
      const { page, goes } = await world.openAs(emailOf(role));
      assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
      for (const path of screensOf[role](belongings).filter((one) => !seen.has(one))) {
        seen.add(path);
        await goes(path);
        found.push(...(await faultsOf(page, looksOfTexts)).map((fault) => `${path}: ${fault}`));
      }
    }
    assert.deepEqual(found, []);
  });

  const readsIn = async (locale: string, role: Role): Promise<void> => {
    const { api } = await world.system.signIn(emailOf(role));
    await api.updateMe({ locale });
  };
});

/** The index of a button among those of its page, in any language. */
const placeOf = (button: Locator): Promise<number> =>
  button.evaluate((element) => [...element.ownerDocument.querySelectorAll('button')].indexOf(element as never));

/** The faults of the page as shown. */
async function faultsOf(page: Page, chosenLooks: readonly Look[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme, options } of chosenLooks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = [...(await violationsOf(page, options)), ...((await scrollsSideways(page)) ? ['it scrolls sideways'] : [])];
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
