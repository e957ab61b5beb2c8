import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createContest, createWork, createWorker, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('images of works and avatars of workers', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const image = () => ordering.files.upload(market.admin, 'image');
  const elsewhere = 'https://images.example/ada.png';
  const attachedTo = async (holder: string) => (await ordering.files.attached()).filter((one) => one.endsWith(` ${holder}`));
  const urlOf = (path: string) => `https://partner-ordering.test/v1/img/${path}`;
  const shows = async (holder: string, picture: string | null, attached: string[]) => {
    const { body } = await market.admin.get(holder);
    assert.equal('avatar' in body ? body.avatar : (body.image?.url ?? null), picture);
    assert.equal(body.thumbnail?.url ?? picture, picture && ('avatar' in body ? picture : `${picture}-thumb`));
    assert.deepEqual(
      await attachedTo(holder),
      attached.map((path) => `${path} ${holder}`),
    );
  };

  test('204 replaces, removes or keeps a picture, and detaches the file of one that is no longer used', async () => {
    const work = await createWork(market, await createContest(market), { image: { url: image() } });
    const worker = await createWorker(market, { avatar: image() });
    for (const [holder, field, named] of [
      [work, 'image', (url: string) => ({ url })],
      [worker, 'avatar', ordering.files.addressOf],
    ] as const) {
      const [first, second] = [image(), image()];
      const put = async (picture: unknown) => assert.equal((await market.admin.put(holder, { [field]: picture })).status, 204);
      await put(named(first));
      await shows(holder, urlOf(first), [first]);
      await put(named(second));
      await put(undefined);
      await shows(holder, urlOf(second), [second]);
      await put(named(second));
      await shows(holder, urlOf(second), [second]);
      if (field === 'avatar') await put(elsewhere).then(() => shows(holder, elsewhere, []));
      await put(null);
      await shows(holder, null, []);
      await put(named(second));
    }
    assert.equal((await market.admin.delete(worker)).status, 204);
    assert.deepEqual(await attachedTo(worker), []);
  });

  test('400 for a text, and for an avatar elsewhere that is not of HTTPS; nothing changes', async () => {
    const work = await createWork(market, await createContest(market));
    const worker = await createWorker(market, { avatar: elsewhere });
    const text = ordering.files.upload(market.admin, 'text');
    for (const avatar of [text, '', 'javascript:alert(1)', 'http://images.example/a.png']) {
      const { status, body } = await market.admin.put(worker, { avatar, firstname: 'Never' });
      assert.deepEqual([status, body.error.details[0].path], [400, 'avatar'], avatar);
    }
    const { status, body } = await market.admin.put(work, { image: { url: text }, description: 'Never' });
    assert.deepEqual([status, body.error.details[0].path], [400, 'image.url']);
    assert.equal((await market.admin.get(worker)).body.firstname, 'Ada');
    await shows(worker, elsewhere, []);
    await shows(work, null, []);
  });
});
