import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { formatTime } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import { badFields, sharedCatalog, type TestCatalog } from '../fixtures/test-catalog.ts';

const HOUR_MS = 60 * 60 * 1000;
const begin = Date.now();
/** Hours from when the tests began, as the API shows times: the same time for the same `count`. */
const hours = (count: number): string => formatTime(new Date(begin + count * HOUR_MS));

describe('the time in which a price is valid', () => {
  let catalog: TestCatalog;
  let organization: string;
  before(async () => {
    catalog = await sharedCatalog();
    organization = await catalog.organization();
  });

  const orderable = () => catalog.product({ organizations: [{ gid: organization }] });
  const post = (product: string, body: object) =>
    catalog.admin.post('/v1/prices', {
      product: { gid: product },
      organization: { gid: organization },
      options: { mode: 'solo', due: 2 },
      amount: 1,
      currency: 'EUR',
      ...body,
    });
  const read = async (gid: string) => (await catalog.admin.get(`/v1/prices/${gid}`)).body;

  test('201 shows it in UTC, a date as its first second, and null without a limit', async () => {
    const product = await orderable();
    const gid = await catalog.price(product, { valid_from: '2026-03-01', valid_until: '2026-04-01T02:00:00.7+02:00' });
    const { valid_from, valid_until } = await read(gid);
    assert.deepEqual([valid_from, valid_until], ['2026-03-01T00:00:00+0000', '2026-04-01T00:00:00+0000']);

    const always = await read(await catalog.price(await orderable()));
    assert.deepEqual([always.valid_from, always.valid_until], [null, null]);
  });

  test('200 looks up the price that is valid now; without one, that of the fallback', async () => {
    const product = await orderable();
    const parameters = { 'product.gid': product, 'organization.gid': organization, 'options.mode': 'solo', 'options.due': 2 };
    const amount = async () => (await catalog.admin.get('/v1/prices/for', { parameters })).body.amount;
    await catalog.price(product, { amount: 100 });
    const own = { organization: { gid: organization } };
    await catalog.price(product, { ...own, amount: 70, valid_until: hours(-1) });
    await catalog.price(product, { ...own, amount: 60, valid_from: hours(1) });
    assert.equal(await amount(), 100);
    const present = await catalog.price(product, { ...own, amount: 65, valid_from: hours(-1), valid_until: hours(1) });
    assert.equal(await amount(), 65);

    assert.equal((await catalog.admin.put(`/v1/prices/${present}`, { valid_until: hours(-0.5) })).status, 204);
    assert.equal(await amount(), 100);
  });

  test('400 names the field by which two prices would be valid at the same time', async () => {
    const product = await orderable();
    assert.equal((await post(product, { valid_from: '2026-03-01', valid_until: '2026-04-01' })).status, 201);
    assert.deepEqual(badFields(await post(product, {})), ['options']);
    assert.deepEqual(badFields(await post(product, { valid_from: '2026-03-31' })), ['valid_from']);
    assert.deepEqual(badFields(await post(product, { valid_until: '2026-03-02' })), ['valid_until']);
    assert.deepEqual(badFields(await post(product, { valid_from: '2026-02-01', valid_until: '2026-05-01' })), ['valid_until']);
    const later = await post(product, { valid_from: '2026-04-01' });
    assert.equal(later.status, 201);
    assert.equal((await post(product, { valid_until: '2026-03-01' })).status, 201);

    const path = later.headers.get('location')!;
    assert.deepEqual(badFields(await catalog.admin.put(path, { valid_from: '2026-03-31' })), ['valid_from']);
    assert.deepEqual(badFields(await catalog.admin.put(path, { valid_from: null })), ['options']);
    assert.equal((await catalog.admin.put(path, { valid_from: '2026-05-01' })).status, 204);
  });

  test('400 for many at once that overlap, but for one', async () => {
    const product = await orderable();
    const answers = await Promise.all([1, 2, 3, 4].map((day) => post(product, { valid_from: `2026-03-0${day}` })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400, 400]);
  });

  test('400 for a time without a text form, and for an end that is not after the beginning', async () => {
    const product = await orderable();
    assert.deepEqual(badFields(await post(product, { valid_from: '0000-12-31' })), ['valid_from']);
    assert.deepEqual(badFields(await post(product, { valid_until: '9999-12-31T23:00:00-01:00' })), ['valid_until']);
    assert.deepEqual(badFields(await post(product, { valid_from: '2026-03-01', valid_until: '2026-03-01' })), ['valid_until']);
    const gid = await catalog.price(product, { valid_until: '2026-03-01' });
    const { body } = await catalog.admin.put(`/v1/prices/${gid}`, { valid_from: '2026-03-02' });
    assert.deepEqual(body.error.details, [faults.end_not_after_start('valid_from', { field: 'valid_until' })]);
    assert.equal(body.error.details[0].message, 'must be earlier than valid_until');
  });
});
