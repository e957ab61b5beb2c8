import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { Locator, Page } from 'playwright-core';
import { violationsOf } from '../browser.ts';
import { findOffer, orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { sharedWorld, skip, type ConsoleWorld, type Visit } from './console.ts';

/** A page that is red all over. */
const RED_PDF = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>> endobj
4 0 obj <</Length 26>> stream
1 0 0 rg 0 0 200 100 re f
endstream endobj
trailer <</Root 1 0 R>>`;

/** Works are looked at, compared, marked and chosen. */
describe('stories of judging in the console', { skip }, () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await sharedWorld();
  });
  afterEach(() => world.leave());

  const place = async (mode: 'multi' | 'solo'): Promise<string> => {
    const user = await world.system.signIn('user@example.com');
    const offer = await findOffer(user, { title: mode === 'multi' ? 'Logo design' : 'Flyer', mode });
    return (await user.api.createProject(orderOf(offer, { title: 'A sign', state: 'published' }))).gid;
  };
  /** Opens the newest work of an order. */
  const judge = async (gid: string): Promise<Visit> => {
    const visit = await world.openAs('user@example.com', `/console/orders/${gid}`);
    await visit.page
      .getByRole('link', { name: /^Work \d by / })
      .first()
      .click();
    await visit.page.getByRole('heading', { level: 1, name: /^Work/ }).waitFor();
    await visit.settles();
    return visit;
  };

  test('judging works by keyboard alone: comparison with one zoom, marks, filter, and the next work', async () => {
    const gid = await place('multi');
    for (let count = 0; count < 3; count++) await world.postWork(gid);
    const visit = await judge(gid);
    const { page, keys } = visit;
    await keys.reach(page.getByRole('checkbox', { name: 'Compare: Work 1 by Kim Sol' }));
    await page.keyboard.press('Space');
    await keys.reach(page.getByRole('group', { name: 'Works, large' }));
    assert.deepEqual(await viewsOf(page), [whole, whole]);
    await page.keyboard.type('++');
    await page.keyboard.press('ArrowRight');
    const [first, second] = await viewsOf(page);
    assert.match(first!, /scale\(2\.25\)/);
    assert.equal(second, first);
    await page.keyboard.press('0');
    assert.deepEqual(await viewsOf(page), [whole, whole]);
    assert.deepEqual(await violationsOf(page), []);

    await keys.press(page.getByRole('button', { name: 'Shortlist: Work 1 by Kim Sol' }));
    await page.getByRole('button', { name: 'Shortlist: Work 1 by Kim Sol', pressed: true }).waitFor();
    await keys.press(page.getByRole('button', { name: 'Next' }));
    await page.getByRole('heading', { level: 1, name: 'Work 2 by Kim Sol' }).waitFor();
    await page.getByRole('figure', { name: 'Work 1 by Kim Sol' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Next' }).isDisabled());
    await keys.press(page.getByRole('button', { name: 'Previous' }));
    await page.getByRole('heading', { level: 1, name: 'Work 3 by Kim Sol' }).waitFor();
    await keys.press(page.getByRole('button', { name: 'Stop comparing' }));
    await keys.press(page.getByRole('button', { name: 'Out', exact: true }));
    await page.getByRole('button', { name: 'Out', exact: true, pressed: true }).waitFor();
    await keys.select(page.getByRole('combobox', { name: 'Show' }), 'Shortlist');
    await page.getByRole('link', { name: /^Work 2/ }).waitFor({ state: 'detached' });
    await keys.press(page.getByRole('button', { name: 'Next' }));
    await page.getByRole('heading', { level: 1, name: 'Work 1 by Kim Sol' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Previous' }).isDisabled());
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Work 1 by Kim Sol' }).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Show' }).inputValue(), 'shortlist');
    await keys.press(page.getByRole('button', { name: 'Shortlist', exact: true }));
    await page.getByText('No work has this mark.').waitFor();
  });

  test('a picture follows the wheel, the pointer and two fingers', async () => {
    const gid = await place('multi');
    await world.postWork(gid);
    const { page } = await judge(gid);
    const { x, y, width, height } = (await page.locator('.pane').boundingBox())!;
    const middle = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -500);
    const enlarged = await anotherView(page, whole);
    await page.keyboard.up('Control');
    await page.mouse.wheel(0, 30);
    const wheeled = await anotherView(page, enlarged);
    assert.equal(scaleIn(wheeled), scaleIn(enlarged));
    await page.mouse.down();
    await page.mouse.move(middle.x + 40, middle.y);
    await page.mouse.up();
    assert.equal(scaleIn(await anotherView(page, wheeled)), scaleIn(wheeled));
    await page.getByRole('button', { name: 'Fit' }).click();
    assert.deepEqual(await viewsOf(page), [whole]);
    const touch = await page.context().newCDPSession(page);
    const pinch = (type: 'touchStart' | 'touchMove', apart: number) => {
      const touchPoints = [-apart, apart].map((offset, id) => ({ id, x: middle.x + offset, y: middle.y }));
      return touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await pinch('touchStart', 30);
    await pinch('touchMove', 60);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    assert.ok(scaleIn(await anotherView(page, whole)) > 1.5);
  });

  test('versions of a work slide in the same view, and another work is shown whole', async () => {
    const gid = await place('multi');
    await world.postWork(gid);
    const { items } = await world.admin.api.listWorks({ where: (work) => work.project.gid.eq(gid) });
    const image = { url: await uploadPicture(world.system, 'admin@example.com') };
    await world.postWork(gid);
    await world.admin.api.createWork({ project: { gid }, worker: world.worker, parent: { gid: items[0]!.gid }, image });
    const { page } = await judge(gid);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const [view] = await viewsOf(page);
    assert.notEqual(view, whole);
    await page.getByRole('slider', { name: 'Versions 2 / 2' }).press('ArrowLeft');
    await page.getByRole('img', { name: 'Work 1 by Kim Sol' }).waitFor();
    assert.deepEqual(await viewsOf(page), [view]);
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('img', { name: 'Work 2 by Kim Sol' }).waitFor();
    assert.deepEqual(await viewsOf(page), [whole]);
  });

  test('texts stand beside each other, and the winner is asked for once, by number, person and time', async () => {
    const gid = await place('multi');
    for (const content of ['Rye. Salt. Time.', 'Bread for all'])
      await world.admin.api.createWork({ project: { gid }, worker: world.worker, content });
    const { page } = await judge(gid);
    await page.getByRole('checkbox', { name: 'Compare: Work 1 by Kim Sol' }).check();
    const [right, left] = [
      page.getByRole('region', { name: 'Text: Work 1 by Kim Sol' }),
      page.getByRole('region', { name: 'Text: Work 2' }),
    ];
    await right.getByText('Rye. Salt. Time.').waitFor();
    await left.getByText('Bread for all').waitFor();
    const [of, beside] = [await left.boundingBox(), await right.boundingBox()];
    assert.ok(of!.y === beside!.y && of!.x + of!.width <= beside!.x);
    assert.equal(await page.getByRole('button', { name: 'Fit' }).count(), 0);
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole('button', { name: 'Choose as winner: Work 1 by Kim Sol' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Is “Work 1 by Kim Sol” the winner?' });
    await confirmation.getByText(/^It was sent \d+ \w+ \d{4}, \d\d:\d\d\. The order is finished\./).waitFor();
    await confirmation.getByRole('button', { name: 'Choose as winner' }).click();
    await page.getByText('This order is finished.', { exact: true }).waitFor();
  });

  test('pages of a PDF are drawn in the console; a broken PDF says so, and pdf.js is loaded for a PDF alone', async () => {
    const gid = await place('solo');
    const { admin, system, worker } = world;
    await admin.api.updateProject(gid, { worker });
    const attached_files = [];
    for (const [name, content] of [
      ['red.pdf', RED_PDF],
      ['<b>broken.pdf', '%PDF-1.4 nothing'],
    ] as const)
      attached_files.push({
        url: await uploadPicture(system, 'admin@example.com', new File([content], name, { type: 'application/pdf' })),
      });
    await admin.api.createMessage(gid, { message: 'Here', type: 'delivery', worker, attached_files });
    const { page, keys, settles } = await world.openAs('user@example.com');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto(`${system.url}/console/orders/${gid}`);
    await page.getByRole('button', { name: /^red\.pdf/ }).waitFor();
    await settles();
    assert.deepEqual(
      scripts.filter((address) => address.includes('/pdf-')),
      [],
    );
    await keys.press(page.getByRole('button', { name: 'Show pages: red.pdf' }));
    const drawn = page.getByRole('img', { name: 'Page 1 of 1' });
    await drawn.waitFor();
    await eventually(async () => assert.deepEqual(await colorIn(drawn), [255, 0, 0]));
    assert.deepEqual(await violationsOf(page), []);
    await keys.press(page.getByRole('button', { name: 'Close', exact: true }));
    await keys.press(page.getByRole('button', { name: 'Show pages: <b>broken.pdf' }));
    await page.getByRole('dialog', { name: '<b>broken.pdf' }).getByText('This PDF cannot be shown here.').waitFor();
    await page.keyboard.press('Escape');
  });
});

const whole = 'translate(0%, 0%) scale(1)';

/** How each picture is zoomed and moved. */
const viewsOf = (page: Page): Promise<string[]> =>
  page
    .locator('.layer')
    .evaluateAll((layers) => layers.map((layer) => (layer as unknown as { style: { transform: string } }).style.transform));

/** The view of the only picture, once it is not this one. */
async function anotherView(page: Page, before: string): Promise<string> {
  let [view] = await viewsOf(page);
  await eventually(async () => {
    [view] = await viewsOf(page);
    return view !== before;
  });
  return view!;
}

const scaleIn = (view: string): number => Number(/scale\((?<scale>[\d.]+)\)/.exec(view)!.groups!['scale']);

/** The color in the middle of a canvas. */
const colorIn = (canvas: Locator): Promise<number[]> =>
  canvas.evaluate((element) => {
    const { width, height, getContext } = element as unknown as {
      width: number;
      height: number;
      getContext: (kind: '2d') => { getImageData: (...place: number[]) => { data: Iterable<number> } };
    };
    return [...getContext.call(element, '2d').getImageData(width / 2, height / 2, 1, 1).data].slice(0, 3);
  });
