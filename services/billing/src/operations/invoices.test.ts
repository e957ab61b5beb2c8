import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { invoiceOf, moveTo, thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, organizationOf, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('invoices', () => {
  let billing: TestBilling;
  before(async () => void (billing = await testBilling()));
  after(() => billing.stop());

  const finish = (organization: string, amountMinor = 25_000, currency = 'EUR') =>
    billing.finish(finishedProject(organization, { price: { amount_minor: amountMinor, currency } }));
  const create = (organization: string, more: object = {}) =>
    billing.admin.post('/v1/invoices', { organization: { gid: organization }, period: thisMonth(), ...more });
  const credit = (organization: string, gid: string, amount?: number) =>
    billing.admin.post(`/v1/orgs/${organization}/credit_notes`, {
      receipt: { gid },
      reason: 'Late',
      ...(amount === undefined ? {} : { amount: { amount, currency: 'EUR' } }),
    });
  const read = async (href: string) => (await billing.admin.get(href)).body;
  const refused = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
    status,
    body.error.details.map((one: { path: string }) => one.path),
  ];

  test('201 collects the receipts of one currency; 400 asks for the currency if there are several', async () => {
    const organization = await billing.organization();
    const [euros, yen] = [await finish(organization), await finish(organization, 1_000, 'JPY')];
    assert.deepEqual(refused(await create(organization)), [400, ['currency']]);
    assert.deepEqual(refused(await create(organization, { currency: 'USD' })), [400, ['period']]);
    assert.equal((await create(organization, { currency: 'EUR' })).status, 201);
    const { receipts, created_at, due_at } = await invoiceOf(billing, euros);
    assert.deepEqual(
      receipts.map(({ gid }: { gid: string }) => gid),
      [euros['gid']],
    );
    assert.equal(new Date(due_at).getTime() - new Date(created_at).getTime(), 30 * DAY_MS);
    assert.equal((await read(yen['href'])).invoice, null);
  });

  test('201 leaves out paid, credited and test receipts, and collects what is left of partly credited ones', async () => {
    const organization = await billing.organization();
    const [paid, credited, partly] = [await finish(organization), await finish(organization), await finish(organization)];
    await billing.admin.put(paid['href'], { status: 'paid' });
    await credit(organization, credited['gid']);
    await credit(organization, partly['gid'], 50);
    const { total, receipts } = await read(
      await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() }),
    );
    assert.deepEqual([total.amount, receipts.map(({ gid }: { gid: string }) => gid)], [240, [partly['gid']]]);
    const test = await billing.organization({ test: true });
    await finish(test);
    assert.deepEqual(refused(await create(test)), [400, ['period']]);
  });

  test('a receipt is on one invoice, however many are requested at once, and the numbers have no gap', async () => {
    const organization = await billing.organization();
    const receipts = [await finish(organization), await finish(organization)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(organization)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 19 }, () => 400)]);
    const of = await invoiceOf(billing, receipts[0]!);
    assert.equal((await invoiceOf(billing, receipts[1]!))['gid'], of['gid']);
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('the month of a receipt is that of UTC, to the second', async () => {
    const organization = await billing.organization();
    const [last, first] = [await finish(organization), await finish(organization)];
    await moveTo(billing, '2025-01-31T23:59:59.999Z', [last['gid']]);
    await moveTo(billing, '2025-02-01T00:00:00Z', [first['gid']]);
    const { receipts } = await read(await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: '2025-02' }));
    assert.deepEqual(
      receipts.map(({ gid }: { gid: string }) => gid),
      [first['gid']],
    );
  });

  test('voiding an invoice credits what is left of its receipts, each once', async () => {
    const organization = await billing.organization();
    // More than one run credits.
    const receipts = await Promise.all(Array.from({ length: 30 }, () => finish(organization, 1_000)));
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    await credit(organization, receipts[0]!['gid'], 4);
    assert.equal((await read(href)).owed.amount, 355.2);
    assert.equal((await billing.admin.put(href, { status: 'void' })).status, 204);
    const credited = async () => {
      const { body } = await billing.admin.get(`/v1/orgs/${organization}/credit_notes`, { parameters: { limit: 100 } });
      return body.items as { reason: string; total: { amount: number } }[];
    };
    await eventually(async () => assert.equal((await credited()).length, 31));
    const { number, status, owed } = await read(href);
    assert.deepEqual([status, owed.amount], ['void', 0]);
    assert.equal((await credited()).filter(({ reason }) => reason === `La facture ${number} a été annulée.`).length, 30);
    assert.equal(Math.round((await credited()).reduce((sum, { total }) => sum + total.amount * 100, 0)), 36_000);
    for (const { href: path } of receipts) assert.equal((await read(path)).status, 'paid');
    assert.deepEqual(refused(await create(organization)), [400, ['period']], 'they are on no other invoice');
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('an invoice owes less once its receipts are paid or credited separately, and is paid with the last', async () => {
    const organization = await billing.organization();
    const [first, second] = [await finish(organization), await finish(organization)];
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    await billing.admin.put(first['href'], { status: 'paid' });
    assert.deepEqual([(await read(href)).status, (await read(href)).owed.amount], ['open', 300]);
    await credit(organization, second['gid'], 100);
    assert.equal((await read(href)).owed.amount, 180);
    await Promise.all([credit(organization, second['gid']), billing.admin.put(second['href'], { status: 'paid' })]);
    assert.deepEqual([(await read(href)).status, (await read(href)).owed.amount], ['paid', 0]);
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('a receipt of a paid invoice counts as paid before it is credited', async () => {
    const organization = await billing.organization();
    const receipt = await finish(organization);
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    // As if the job had not come to it yet.
    await billing.service.database.query({
      text: `update invoice set status = 'paid', owed_minor = 0, paid_at = now() where gid = $1`,
      values: [href.split('/').at(-1)],
    });
    await credit(organization, receipt['gid'], 50);
    const { status, credited } = await read(receipt['href']);
    assert.deepEqual([status, credited.amount], ['paid', 60]);
    assert.equal((await billing.state('receipt', receipt['project'].gid))?.paid?.amount_minor, 30_000);
  });

  test('400 says that an organization known only to identity has nothing to collect', async () => {
    const gid = newGid();
    billing.leaveToOwner({ type: 'organization', key: gid, state: organizationOf(gid) });
    assert.deepEqual(refused(await create(gid)), [400, ['period']]);
  });
});
