import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { createWorker, openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

describe('avatars of workers', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const image = () => ordering.files.upload(market.admin, 'image');
  const avatar = async (worker: string) => (await market.admin.get(worker)).body.avatar as string | null;
  const attachedTo = async (worker: string) => (await ordering.files.attached()).filter((one) => one.endsWith(` ${worker}`));
  const urlOf = (path: string) => `https://partner-ordering.test/v1/img/${path}`;
  const elsewhere = 'https://images.example/ada.png';

  test('201 and 204: an uploaded image is shown by its URL and attached; an address elsewhere stays as it is', async () => {
    const [first, second] = [image(), image()];
    const worker = await createWorker(market, { avatar: ordering.files.addressOf(first) });
    assert.deepEqual([await avatar(worker), await attachedTo(worker)], [urlOf(first), [`${first} ${worker}`]]);

    assert.equal((await market.admin.put(worker, { lastname: 'Pen' })).status, 204);
    assert.deepEqual([await avatar(worker), await attachedTo(worker)], [urlOf(first), [`${first} ${worker}`]]);
    await market.admin.put(worker, { avatar: second });
    assert.deepEqual([await avatar(worker), await attachedTo(worker)], [urlOf(second), [`${second} ${worker}`]]);
    await market.admin.put(worker, { avatar: elsewhere });
    assert.deepEqual([await avatar(worker), await attachedTo(worker)], [elsewhere, []]);
    await market.admin.put(worker, { avatar: second });
    await market.admin.put(worker, { avatar: null });
    assert.deepEqual([await avatar(worker), await attachedTo(worker)], [null, []]);
  });

  test('204 deletes a worker and lets go of the avatar', async () => {
    const worker = await createWorker(market, { avatar: image() });
    assert.equal((await market.admin.delete(worker)).status, 204);
    assert.deepEqual(await attachedTo(worker), []);
  });

  test("400 for a text, somebody else's image, an unknown path and an address that is not of HTTPS; nothing changes", async () => {
    const worker = await createWorker(market, { avatar: elsewhere });
    const { upload } = ordering.files;
    const addresses = ['', 'javascript:alert(1)', 'http://images.example/a.png'];
    for (const given of [upload(market.admin, 'text'), upload(market.user, 'image'), newGid(), ...addresses]) {
      const { status, body } = await market.admin.put(worker, { avatar: given, firstname: 'Never' });
      assert.deepEqual([status, body.error.details[0].path], [400, 'avatar'], given);
    }
    const { body } = await market.admin.get(worker);
    assert.deepEqual([body.avatar, body.firstname], [elsewhere, 'Ada']);
  });
});
