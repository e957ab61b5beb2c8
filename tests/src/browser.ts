import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { chromium, type Browser, type ConsoleMessage, type Page } from 'playwright-core';

/** Where Debian and others install Chromium; undefined where there is none. In CI there has to be one. That without windows is cheapest. */
export const chromiumPath = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

/** A page with a record of its faults. */
export interface WatchedPage {
  page: Page;
  /** Errors of scripts, and what the Content-Security-Policy has stopped. */
  complaints: string[];
  /** Hosts that were asked for something. */
  hosts: Set<string>;
}

export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });

/** A page of somebody new, who reads this language. */
export async function openPage(browser: Browser, url: string, locale: string): Promise<WatchedPage> {
  const page = await (await browser.newContext({ locale })).newPage();
  const [complaints, hosts] = [[] as string[], new Set<string>()];
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('console', (line) => void (isComplaint(line) && complaints.push(line.text())));
  page.on('request', (request) => void hosts.add(new URL(request.url()).host));
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, complaints, hosts };
}

/** Whether a line of a browser's log is an error. A refused request stands there too; the page says it in words of its own. */
export const isComplaint = (line: ConsoleMessage): boolean => line.type() === 'error' && !/status of 4\d\d/.test(line.text());

/** Axe's violations, as `rule: place`, best practices too. `options` are those of `axe.run`. No rule needs the styles fetched again. */
export async function violationsOf(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const run = `axe.run(${JSON.stringify({ resultTypes: ['violations'], preload: false, ...options })})`;
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(run);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
