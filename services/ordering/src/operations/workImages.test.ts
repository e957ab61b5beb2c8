import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createContest, createWork, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('images of works', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  let contest: string;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
    contest = await createContest(market);
  });

  const image = () => ordering.files.upload(market.admin, 'image');
  const attachedTo = async (work: string) => (await ordering.files.attached()).filter((attachment) => attachment.endsWith(` ${work}`));
  const shownAs = (path: string) => {
    const url = `https://partner-ordering.test/v1/img/${path}`;
    const variations = { icon: { url: `${url}-icon` }, thumb: { url: `${url}-thumb` } };
    return [
      { url, variations },
      { url: `${url}-thumb`, variations },
    ];
  };
  const shown = async (work: string) => {
    const { body } = await market.user.get(work);
    return [body.image, body.thumbnail];
  };

  test('204 replaces the image, takes it away, or leaves it; what is not shown any more is let go', async () => {
    const [first, second] = [image(), image()];
    const work = await createWork(market, contest, { image: { url: first } });
    await market.admin.put(work, { description: 'Calmer' });
    assert.deepEqual(await shown(work), shownAs(first));

    assert.equal((await market.admin.put(work, { image: { url: second } })).status, 204);
    assert.deepEqual(await shown(work), shownAs(second));
    assert.deepEqual(await attachedTo(work), [`${second} ${work}`]);
    await market.admin.put(work, { image: { url: second } });
    assert.deepEqual(await attachedTo(work), [`${second} ${work}`]);
    assert.deepEqual(await shown(work), shownAs(second));

    assert.equal((await market.admin.put(work, { image: null })).status, 204);
    assert.deepEqual(await shown(work), [null, null]);
    assert.deepEqual(await attachedTo(work), []);
  });

  test("400 refuses a text and somebody else's image, and changes nothing", async () => {
    const work = await createWork(market, contest, { image: { url: image() } });
    const before = await shown(work);
    for (const url of [ordering.files.upload(market.admin, 'text'), ordering.files.upload(market.user, 'image')]) {
      const { status, body } = await market.admin.put(work, { image: { url }, description: 'Never' });
      assert.deepEqual([status, body.error.details[0].path], [400, 'image.url']);
    }
    assert.deepEqual(await shown(work), before);
    assert.notEqual((await market.user.get(work)).body.description, 'Never');
  });
});
