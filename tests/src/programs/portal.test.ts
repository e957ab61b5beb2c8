import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { chromiumPath, openPage, startBrowser, violationsOf, type WatchedPage } from '../browser.ts';
import type { TestSystem } from '../test-system.ts';
import { systemOfPrograms } from './system-of-programs.ts';

const skip = chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium';
const built = join(import.meta.dirname, '../../../portal/dist');
/** The addresses of all pages, without the reference's. */
const paths = globSync('*.html', { cwd: built }).map((name) => `/docs/${name.replace(/(?:index)?\.html$/, '')}`);
/** Dark differs from light by its colors alone: pages with code, tables, tabs and cards. */
const darkPaths = new Set(['/docs/', '/docs/ordering', '/docs/errors', '/docs/404']);

describe('the portal', { skip }, () => {
  let system: TestSystem;
  let browser: Browser;
  before(async () => void ([system, browser] = await Promise.all([systemOfPrograms(), startBrowser()])));
  after(() => browser?.close());

  const isSound = ({ complaints, hosts }: WatchedPage): void => {
    assert.deepEqual(complaints, []);
    assert.deepEqual([...hosts], [new URL(system.url).host]);
  };

  test('no page has a barrier, scrolls sideways, breaks its policy or asks another site; wide and narrow, light and dark', async () => {
    assert.ok(paths.length > 20, 'The portal is not built: run `npm run build -w portal`.');
    const watched = await openPage(browser, `${system.url}/docs/`, 'en-GB');
    const { page } = watched;
    const found: string[] = [];
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(system.url + path);
      const faults = [...(await violationsOf(page)), ...(await sidewaysOf(watched))];
      await page.setViewportSize({ width: 390, height: 900 });
      await page.emulateMedia({ colorScheme: 'dark' });
      faults.push(...(darkPaths.has(path) ? await violationsOf(page) : []), ...(await sidewaysOf(watched)));
      found.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    assert.deepEqual(found, []);
    isSound(watched);
  });

  test('a reader keeps their language from page to page, copies requests to this installation, and finds by search', async () => {
    const watched = await openPage(browser, `${system.url}/docs/`, 'en-GB');
    const { page } = watched;
    await page.getByText(`export API=${system.url}`).waitFor();
    await page.locator('label', { hasText: 'Python' }).first().click();
    await page.getByRole('link', { name: 'Place an order' }).click();
    await page.getByRole('heading', { level: 1, name: 'Place an order' }).waitFor();
    await page.getByText('import httpx').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('input.search-input').fill('idempotency keys');
    await page.getByRole('option').first().waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('option').first().click();
    await page.waitForURL(/safe-requests#idempotency-keys$/);
    isSound(watched);
  });
});

const sidewaysOf = async ({ page }: WatchedPage): Promise<string[]> =>
  (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) ? ['it scrolls sideways'] : [];
