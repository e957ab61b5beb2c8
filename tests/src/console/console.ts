import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePort, shared, type ApiClient } from '@partner-ordering/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { chromiumPath, isComplaint, startBrowser } from '../browser.ts';
import { uploadPicture } from '../requests.ts';
import { startTestSystem } from '../system.ts';
import { isOverKafka, type TestSystem } from '../test-system.ts';
import { builtFolder } from './built.ts';
import { Keys } from './keys.ts';

/** Tests of the console need a browser, which CI must have. */
export const skip =
  (chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium') ||
  (isOverKafka() && 'it needs a system of this process');

/** Longer than any wait of the console on a busy machine. */
const PATIENCE_MS = 20_000;

const browser = shared(async () => {
  const started = await startBrowser();
  return { started, stop: () => started.close() };
});

/** A person at the console, in a separate browser. */
export interface Visit {
  page: Page;
  keys: Keys;
  /** Errors of scripts, answers of 5xx, and violations of the Content-Security-Policy. */
  complaints: string[];
  /** Requests to the API since the page was loaded: `GET /console/api/projects?limit=25`. */
  requests: string[];
  /** Waits until the screen shows the answers to its requests. */
  settles: () => Promise<void>;
  /** Opens another screen as a link does, without loading the page again, and waits until it shows the answers to its requests. */
  goes: (path: string) => Promise<void>;
  /** Focuses the page again, as when its tab is opened, until this is visible. */
  returnsFor: (locator: Locator) => Promise<void>;
}

/** A system with the console at a local address, and its users. */
export class ConsoleWorld {
  readonly system: TestSystem;
  /** Acts for our staff through the API. */
  readonly admin: ApiClient;
  readonly worker: { gid: string };
  readonly #browser: Browser;
  readonly #guests: Visit[] = [];
  /** By email address. A new browser costs four times as much as another page in one. */
  readonly #visits = new Map<string, Visit>();

  private constructor(system: TestSystem, browser: Browser, admin: ApiClient, worker: { gid: string }) {
    [this.system, this.#browser, this.admin, this.worker] = [system, browser, admin, worker];
  }

  static async start(): Promise<ConsoleWorld> {
    if (!existsSync(join(builtFolder, 'index.html'))) throw new Error('The console is not built: run `npm run build -w console`.');
    const port = await freePort();
    // A webhook's receiver is on this machine.
    const variables = { ALLOW_PRIVATE_TARGETS: '1' };
    const [system, { started }] = await Promise.all([startTestSystem({ port, variables }), browser()]);
    const admin = await system.signIn('admin@example.com');
    const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
    return new ConsoleWorld(system, started, admin, { gid: (await admin.api.createWorker(person)).gid });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#visits.values()].map(({ page }) => page.context().close()));
    await this.system.stop();
  }

  /** Opens a browser at an address of the system, until the end of the test. Nobody is signed in there. */
  async openAnonymously(path: string): Promise<Visit> {
    const visit = await this.#open();
    this.#guests.push(visit);
    await visit.page.goto(`${this.system.url}${path}`);
    return visit;
  }

  /** Opens a screen in the user's browser, which all tests share, and signs them in if necessary. */
  async openAs(email: string, path = '/console/'): Promise<Visit> {
    const visit = this.#visits.get(email) ?? (await this.#open());
    this.#visits.set(email, visit);
    const { page } = visit;
    await page.goto(`${this.system.url}${path}`);
    await mainOf(page).or(emailField(page)).waitFor();
    if (await emailField(page).isVisible()) await signIn(page, email);
    return visit;
  }

  async #open(): Promise<Visit> {
    const context = await this.#browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    const [complaints, requests] = [[] as string[], [] as string[]];
    context.on('weberror', (error) => void complaints.push(String(error.error())));
    context.on('dialog', (dialog) => void (complaints.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
    context.on('console', (line) => void (isComplaint(line) && complaints.push(line.text())));
    context.on('request', (request) => {
      const { host, protocol, pathname, search } = new URL(request.url());
      if (/^(?:https?|wss?):$/.test(protocol) && host !== new URL(this.system.url).host) complaints.push(`asked ${request.url()}`);
      if (pathname.startsWith('/console/api/')) requests.push(`${request.method()} ${pathname}${search}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`);
      // A new page was opened.
      if (response.request().isNavigationRequest()) requests.length = 0;
    });
    const page = await context.newPage();
    const returnsFor = (locator: Locator) => comesBackFor(page, locator);
    return { page, keys: new Keys(page), complaints, requests, returnsFor, ...moving(page) };
  }

  /** Checks that no page had an error. Closes all browsers except those of `openAs`, whose stubs it removes. */
  async leave(): Promise<void> {
    const guests = this.#guests.splice(0);
    await Promise.all(guests.map(({ page }) => page.context().close()));
    const visits = [...this.#visits.values()];
    await Promise.all(visits.map(({ page }) => page.unrouteAll()));
    await Promise.all(
      visits
        .flatMap(({ page }) =>
          page
            .context()
            .pages()
            .filter((other) => other !== page),
        )
        .map((tab) => tab.close()),
    );
    assert.deepEqual(
      [...guests, ...visits].flatMap(({ complaints }) => complaints.splice(0)),
      [],
    );
  }

  /** A work of this worker with an image. */
  async postWork(project: string, worker: { gid: string } = this.worker, description = 'Calm'): Promise<void> {
    const image = { url: await uploadPicture(this.system, 'admin@example.com') };
    await this.admin.api.createWork({ project: { gid: project }, worker, image, description });
  }
}

/** One world for all files of a process, which tolerate each other's orders. */
export const sharedWorld = shared(() => ConsoleWorld.start());

const mainOf = (page: Page): Locator => page.getByRole('navigation', { name: /Main|Principal/ });
const emailField = (page: Page): Locator => page.getByRole('textbox', { name: /Email address|Adresse e-mail/ });

/** Signs in on the sign-in page by keyboard. */
export async function signIn(page: Page, email: string, password = 'demo-password'): Promise<void> {
  await emailField(page).fill(email);
  await page.locator('#password').fill(password);
  await page.keyboard.press('Enter');
  await mainOf(page).waitFor();
}

/** Resolves in the page once its pending work has run. */
const AFTER_ALL = 'new Promise((done) => setTimeout(done))';

/** A screen has settled when no request is running, none was for a moment, and the page has no work. */
function moving(page: Page): Pick<Visit, 'settles' | 'goes'> {
  let [running, quietSince] = [0, performance.now()];
  page.on('request', () => void running++);
  const end = (): void => void (running--, (quietSince = performance.now()));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const settles = async (): Promise<void> => {
    await page.locator('#content h1').first().waitFor();
    const isQuiet = (): boolean => running === 0 && performance.now() - quietSince > 50;
    await eventually(async () => {
      if (!isQuiet()) return false;
      await page.evaluate(AFTER_ALL);
      return isQuiet() && (await page.locator('.loading').count()) === 0;
    });
  };
  const goes = async (path: string): Promise<void> => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`);
    quietSince = performance.now();
    await settles();
  };
  return { settles, goes };
}

/** Makes the console poll now instead of every 15 seconds. */
async function comesBackFor(page: Page, locator: Locator): Promise<void> {
  await eventually(
    async () => {
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
      await locator.first().waitFor({ timeout: 500 });
    },
    { timeoutMs: PATIENCE_MS },
  );
}

/** The gid of the order on the open screen. */
export async function orderAt({ page }: Visit, title: string): Promise<string> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  return /\/orders\/(?<gid>[^/?]+)/.exec(page.url())!.groups!['gid']!;
}
