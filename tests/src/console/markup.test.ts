import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from '../orders.ts';
import { receiptOf, uploadPicture } from '../requests.ts';
import { demoGids } from '../test-system.ts';
import { ConsoleWorld, skip, type Visit } from './console.ts';

const IMAGE = '<img src=x onerror=alert(1)>';
const SCRIPT = '"><script>alert(2)</script>';
const SVG = '<svg onload=alert(3)>';
const LINK = '[here](javascript:alert(4)) javascript:alert(4)';
const DESCRIPTION = `<p>Look ${IMAGE}<a href="javascript:alert(5)">here</a><a href="https://example.com/?a=1&amp;b=2">there</a></p>`;

/** Whatever people write is text on every screen, and runs nowhere. */
describe('markup in texts of users', { skip }, () => {
  let world: ConsoleWorld;
  let running: string;
  let finished: string;
  let attacker: ApiClient;
  before(async () => {
    world = await ConsoleWorld.start();
    const { system, admin } = world;
    attacker = await system.signIn('user@example.com');
    await attacker.api.updateMe({ firstname: IMAGE, lastname: SCRIPT });
    const offer = await findOffer(attacker);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(6)"><script>alert(7)</script><circle r="9"/></svg>`;
    const drawing = new File([svg], 'drawing.svg', { type: 'image/svg+xml' });
    const namedFile = new File(['x'], `${IMAGE}.txt`, { type: 'text/plain' });
    const brief_files = [
      { url: await uploadPicture(system, 'user@example.com', drawing) },
      { url: await uploadPicture(system, 'user@example.com', namedFile) },
    ];
    const hostileTexts = { title: `${IMAGE} ${SCRIPT}`, description: DESCRIPTION, state: 'published', brief_files };
    const { gid: worker } = await admin.api.createWorker({ service_id: 'evil', firstname: SVG, lastname: IMAGE });
    const place = async (): Promise<string> => {
      const { gid } = await attacker.api.createProject(orderOf(offer, hostileTexts));
      await world.postWork(gid, { gid: worker }, SCRIPT);
      return gid;
    };
    [running, finished] = [await place(), await place()];
    await attacker.api.createMessage(running, { message: `${IMAGE} ${LINK}`, attached_files: brief_files });
    const { items } = await attacker.api.listWorks({ where: (work) => work.project.gid.eq(finished) });
    await attacker.api.updateProject(finished, { winner: { gid: items[0]!.gid } });
    await receiptOf(attacker, finished);
    const manager = await system.signIn('manager@example.com');
    const { harbourBakery, users } = demoGids;
    await manager.api.createWebhook(harbourBakery, { url: 'https://1.1.1.1/hook', description: IMAGE, is_enabled: false });
    await manager.api.updateMembership(users.user, harbourBakery, { monthly_budget: { amount: 1, currency: 'EUR' } });
    const order = orderOf(offer, hostileTexts);
    await eventually(async () => (await attacker.api.dryRunProject(order)).state === 'require_approval');
    await attacker.api.createProject(order);
  });
  after(() => world?.stop());
  afterEach(() => world.leave());

  test('markup runs on no screen, and does not change the text direction around it', async () => {
    const visit = await world.openAs('manager@example.com');
    const { page, goes } = visit;
    const { user } = demoGids.users;
    const shows: [path: string, ...texts: string[]][] = [
      ['/', IMAGE, SCRIPT],
      ['/orders', IMAGE, SCRIPT],
      [`/orders/${running}`, IMAGE, SCRIPT, LINK, SVG],
      [`/orders/${finished}`, IMAGE, SCRIPT],
      ['/approvals', IMAGE, SCRIPT],
      ['/members', IMAGE],
      [`/members/${user}`, IMAGE],
      ['/billing', IMAGE],
      ['/webhooks', IMAGE],
    ];
    for (const [path, ...texts] of shows) {
      await goes(path);
      const pageText = (await page.locator('#content').textContent())!;
      for (const text of texts) assert.ok(pageText.includes(text), `${path} shows ${text}: ${pageText}`);
      const directions = `[...document.querySelectorAll('#content a')].map((link) => getComputedStyle(link).unicodeBidi)`;
      for (const direction of await page.evaluate<string[]>(directions)) assert.equal(direction, 'plaintext', path);
      await nothingForeign(visit, path);
    }
  });

  test('a description keeps its harmless markup, and its links lead to websites only', async () => {
    const { page, settles } = await world.openAs('manager@example.com', `/console/orders/${running}`);
    await settles();
    const brief = page.getByRole('region', { name: 'Brief' });
    const link = brief.getByRole('link');
    assert.deepEqual([await link.allTextContents(), await link.getAttribute('href')], [['there'], 'https://example.com/?a=1&b=2']);
    assert.match((await link.getAttribute('rel'))!, /noreferrer/);
  });

  test('a description nested deeper than the API accepts is drawn to the maximum depth', async () => {
    const { page } = await world.openAs('manager@example.com');
    await page.route(`**/console/api/projects/${running}`, async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...(await response.json()), description: `${'<b>'.repeat(9_000)}deep` } });
    });
    await page.goto(`${world.system.url}/console/orders/${running}`);
    const brief = page.getByRole('region', { name: 'Brief' });
    await brief.getByText('deep').waitFor();
    assert.equal(await brief.locator('b').count(), 16);
    await page.unrouteAll();
  });

  test('the page of a work shows its texts and comments literally', async () => {
    const { items } = await attacker.api.listWorks({ where: (work) => work.project.gid.eq(running) });
    await attacker.api.createComment({ uri: items[0]!.href, message: `${SVG} ${LINK}` });
    const visit = await world.openAs('manager@example.com', `/console/orders/${running}`);
    const { page } = visit;
    await page.getByRole('link', { name: `Work 1 by ${SVG}` }).click();
    await page.getByRole('heading', { level: 1, name: `Work 1 by ${SVG}` }).waitFor();
    await page.getByText(SCRIPT, { exact: true }).waitFor();
    await page.getByText(`${SVG} ${LINK}`).waitFor();
    await nothingForeign(visit, 'the page of a work');
  });

  test('injected markup does not run even within the page', async () => {
    const { page, complaints } = await world.openAs('manager@example.com');
    await assert.rejects(page.evaluate(`document.body.innerHTML = '<img src=x onerror="alert(8)">'`), /TrustedHTML/);
    await page.evaluate(`document.querySelector('h1').setAttribute('style', 'color: red')`);
    await eventually(() =>
      assert.ok(
        complaints.some((line) => /style/.test(line)),
        complaints.join(),
      ),
    );
    assert.ok(
      complaints.every((line) => /Content Security Policy|TrustedHTML/.test(line)),
      complaints.join(),
    );
    complaints.length = 0;
  });

  test('a drawing of a brief does not run when it is opened', async () => {
    const visit = await world.openAs('manager@example.com', `/console/orders/${running}`);
    const { page } = visit;
    const file = page.getByRole('region', { name: 'Brief' }).getByRole('button', { name: /^drawing\.svg/ });
    const answers = page.context().waitForEvent('response', (answer) => new URL(answer.url()).pathname.startsWith('/v1/storage/'));
    await file.click();
    const headers = (await answers).headers();
    const isHarmless = /sandbox/.test(headers['content-security-policy'] ?? '') || /^attachment/.test(headers['content-disposition'] ?? '');
    assert.ok(isHarmless, JSON.stringify(headers));
  });
});

/** Nothing on the page is there that the console has not put there. */
async function nothingForeign({ page, complaints }: Visit, where: string): Promise<void> {
  const foreign =
    '#content script, [onerror], [onload], #content iframe, #content svg:not([aria-hidden]), a[href^="javascript:" i], img[src="x"]';
  assert.equal(await page.locator(foreign).count(), 0, where);
  assert.deepEqual(complaints, [], where);
}
