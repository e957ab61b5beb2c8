import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, finishContest } from './orders.ts';
import { receiptOf } from './requests.ts';
import { startTestSystem, type TestSystem } from './system.ts';

describe('the receipt of a finished project', () => {
  let system: TestSystem;
  let user: ApiClient;
  let admin: ApiClient;
  let project: string;
  let receipt: string;
  before(async () => {
    system = await startTestSystem();
    [user, admin] = [await system.signIn('user@example.com'), await system.signIn('admin@example.com')];
    project = await finishContest(user, admin, await findOffer(user));
    receipt = `/v1/receipts/${await receiptOf(user, project)}`;
  });
  after(() => system?.stop());

  test('the receipt bears what the order showed as its price and VAT', async () => {
    const { body: order } = await user.get(`/v1/projects/${project}`);
    const { body } = await user.get(receipt);
    assert.equal(body.status, 'open');
    assert.deepEqual([body.amount, body.currency], [order.price.amount, order.price.currency]);
    assert.deepEqual(body.vat, order.vat);
    assert.equal(body.total, order.price.amount + order.vat.amount);
  });

  test('its PDF is downloaded by who sees the receipt, and by nobody else', async () => {
    const file = await eventually(async () => (await user.get(receipt)).body.file ?? false);
    const path = `/v1/files/${encodeURIComponent(file.url)}`;
    const { status, body } = await user.get(path);
    assert.equal(status, 200, JSON.stringify(body));
    const { pathname, search } = new URL(body.url);
    const download = await fetch(new URL(pathname + search, system.url));
    assert.equal(download.headers.get('content-type'), 'application/pdf');
    assert.ok((await download.text()).startsWith('%PDF-'));

    for (const email of ['colleague@example.com', 'manager@other.example.com'])
      assert.equal((await (await system.signIn(email)).get(path)).status, 404, email);
    assert.equal((await (await system.signIn('manager@example.com')).get(path)).status, 200);
  });

  test('the project shows it', async () => {
    const file = await eventually(async () => (await user.get(receipt)).body.file ?? false);
    await eventually(async () => assert.deepEqual((await user.get(`/v1/projects/${project}`)).body.receipt_file, file));
  });

  test('the project is paid when an admin says that its receipt is', async () => {
    const { status } = (await user.get(`/v1/projects/${project}`)).body as { status: string };
    assert.equal(status, 'finished');
    assert.equal((await admin.put(receipt, { status: 'paid' })).status, 204);
    await eventually(async () => assert.equal((await user.get(`/v1/projects/${project}`)).body.status, 'paid'));
  });
});
