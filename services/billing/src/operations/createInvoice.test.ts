import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, keepOutbox } from '@partner-ordering/testing';
import { invoiceOf, lastMonth, moveTo, thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, organizationOf, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

const period = thisMonth();

describe('invoices', () => {
  let billing: TestBilling;
  before(async () => void (billing = await testBilling()));
  after(() => billing.stop());

  const finish = (organization: string, amountMinor = 25_000, currency = 'EUR') =>
    billing.finish(finishedProject(organization, { price: { amount_minor: amountMinor, currency } }));
  const create = (organization: string, more: object = {}) =>
    billing.admin.post('/v1/invoices', { organization: { gid: organization }, period, ...more });
  const credit = (organization: string, gid: string, amount?: number) =>
    billing.admin.post(`/v1/orgs/${organization}/credit_notes`, {
      ...{ receipt: { gid }, reason: 'Late' },
      ...(amount === undefined ? {} : { amount: { amount, currency: 'EUR' } }),
    });
  const read = async (href: string) => (await billing.admin.get(href)).body;
  const refused = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
    status,
    body.error.details.map((one: { path: string }) => one.path),
  ];

  test('201 collects the receipts of a month and currency, which a manager reads', async () => {
    const organization = await billing.organization();
    const [first, second] = [await finish(organization), await finish(organization, 3_363)];
    const yen = await finish(organization, 1_000, 'JPY');
    const answer = await create(organization, { currency: 'EUR' });
    assert.equal(answer.status, 201);
    const manager = await billing.signIn({ manages: [organization] });
    const href = answer.headers.get('location')!;
    await eventually(async () => (await manager.get(href)).body.file !== null);
    const { gid, created_at, modified_at, due_at, number, file, ...rest } = (await manager.get(href)).body;
    assert.match(number, /^I\d{4}-\d{6}$/);
    assert.ok(modified_at && file.url.endsWith(`invoice-${gid}.pdf`));
    const days = (Date.parse(due_at.replace('+0000', 'Z')) - Date.parse(created_at.replace('+0000', 'Z'))) / 86_400_000;
    assert.equal(days, 30);
    const reference = (of: Record<string, unknown>) => ({ gid: of['gid'], href: of['href'], number: of['number'] });
    assert.deepEqual(rest, {
      ...{ href, period, status: 'open', paid_at: null, organization: first['organization'] },
      amount: { amount: 283.63, currency: 'EUR' },
      total: { amount: 340.36, currency: 'EUR' },
      owed: { amount: 340.36, currency: 'EUR' },
      vat: { amount: 56.73, ratio: 0.2, currency: 'EUR' },
      receipts: [reference(first), reference(second)],
    });
    assert.deepEqual((await read(first['href'])).invoice, { gid, href, number });
    assert.equal((await read(yen['href'])).invoice, null);
    const { items } = (await manager.get('/v1/receipts', { parameters: { query: ['invoice.gid', '==', gid], sort: 'asc' } })).body;
    assert.deepEqual(items.map((one: { gid: string }) => one.gid), [first['gid'], second['gid']]); // prettier-ignore
    assert.equal((await billing.state('invoice', gid))?.owed.amount_minor, 34_036);
  });

  test('201 leaves out what is paid, credited or test, and takes what is left of the rest', async () => {
    const organization = await billing.organization();
    const [paid, credited, partly] = [await finish(organization), await finish(organization), await finish(organization)];
    await billing.admin.put(paid['href'], { status: 'paid' });
    await credit(organization, credited['gid']);
    await credit(organization, partly['gid'], 50);
    const { total, receipts } = await read(await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period }));
    assert.deepEqual([total.amount, receipts.map(({ gid }: { gid: string }) => gid)], [240, [partly['gid']]]);
    const test = await billing.organization({ test: true });
    await finish(test);
    assert.deepEqual(refused(await create(test)), [400, ['period']]);
  });

  test('a receipt is on one invoice, however many are asked for at once, and the numbers have no gap', async () => {
    const organization = await billing.organization();
    const receipts = [await finish(organization), await finish(organization)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(organization)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, ...Array.from({ length: 19 }, () => 400)]);
    const of = await invoiceOf(billing, receipts[0]!);
    assert.equal((await invoiceOf(billing, receipts[1]!))['gid'], of['gid']);
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  test('400 for an unknown organization, a month that is none, several currencies, and nothing to collect', async () => {
    const organization = await billing.organization();
    assert.deepEqual(refused(await create(organization)), [400, ['period']]);
    await finish(organization);
    await finish(organization, 1_000, 'JPY');
    assert.deepEqual(refused(await create(organization)), [400, ['currency']]);
    assert.deepEqual(refused(await create(organization, { currency: 'USD' })), [400, ['period']]);
    assert.deepEqual(refused(await create(organization, { period: lastMonth().period, currency: 'EUR' })), [400, ['period']]);
    for (const bad of ['2026-13', '2026', '2026-1', 'then'])
      assert.deepEqual(refused(await create(organization, { period: bad })), [400, ['period']]);
    for (const gid of [newGid(), 'none']) assert.deepEqual(refused(await create(gid)), [400, ['organization.gid']]);
  });

  test('the month of a receipt is that of UTC, to the second', async () => {
    const organization = await billing.organization();
    const [last, first] = [await finish(organization), await finish(organization)];
    await moveTo(billing, '2025-01-31T23:59:59.999Z', [last['gid']]);
    await moveTo(billing, '2025-02-01T00:00:00Z', [first['gid']]);
    const { receipts } = await read(await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: '2025-02' }));
    assert.deepEqual(receipts.map(({ gid }: { gid: string }) => gid), [first['gid']]); // prettier-ignore
  });

  test('paying it pays its receipts, and followers and partners are told', async () => {
    const organization = await billing.organization();
    const outbox = await keepOutbox(billing.service.database);
    const projects = [finishedProject(organization), finishedProject(organization)];
    for (const project of projects) await billing.finish(project);
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period });
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    const invoice = await read(href);
    assert.deepEqual([invoice.status, invoice.owed.amount, invoice.paid_at !== null], ['paid', 0, true]);
    for (const project of projects) await eventually(async () => (await billing.state('receipt', project.gid))?.status === 'paid');
    const { items } = (await billing.admin.get('/v1/receipts', { parameters: { query: ['invoice.gid', '==', invoice.gid] } })).body;
    for (const { paid_at } of items) assert.equal(paid_at, invoice.paid_at);
    await eventually(async () => (await read(href)).file !== null);
    const told = (await outbox()).filter(({ event }) => event.subject === `invoice/${invoice.gid}` && event.type !== 'invoice.state');
    assert.deepEqual(told.map(({ event }) => event.type).toSorted(), ['invoice.created', 'invoice.file_added', 'invoice.paid']);
    const manager = await billing.signIn({ manages: [organization] });
    const { receipts, ...seen } = (await manager.get(href)).body;
    assert.equal(receipts.length, 2);
    const { shown } = told.at(-1)!.event.data as { shown: string };
    assert.deepEqual(JSON.parse(shown), { invoice: seen });
    for (const status of ['paid', 'void']) assert.deepEqual(refused(await billing.admin.put(href, { status })), [400, ['status']]);
  });

  test('voiding it credits what is left of its receipts, each once', async () => {
    const organization = await billing.organization();
    const receipts = [];
    for (let count = 0; count < 30; count++) receipts.push(await finish(organization, 1_000));
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period });
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
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  test('an invoice whose receipts are paid or credited by themselves owes less, and is paid with the last', async () => {
    const organization = await billing.organization();
    const [first, second] = [await finish(organization), await finish(organization)];
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period });
    await billing.admin.put(first['href'], { status: 'paid' });
    assert.deepEqual([(await read(href)).status, (await read(href)).owed.amount], ['open', 300]);
    await credit(organization, second['gid'], 100);
    assert.equal((await read(href)).owed.amount, 180);
    await Promise.all([credit(organization, second['gid']), billing.admin.put(second['href'], { status: 'paid' })]);
    assert.deepEqual([(await read(href)).status, (await read(href)).owed.amount], ['paid', 0]);
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  test('a receipt of a paid invoice counts as paid before it is credited', async () => {
    const organization = await billing.organization();
    const receipt = await finish(organization);
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period });
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

  test('standard users see none, managers those of their organizations; 403 and 404 for who may not change them', async () => {
    const organization = await billing.organization();
    const member = await billing.signIn({ memberOf: [organization] });
    const manager = await billing.signIn({ manages: [organization] });
    const stranger = await billing.signIn({ manages: [await billing.organization()] });
    const receipt = await billing.finish(finishedProject(organization, { owner: member.gid }));
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period });
    const listed = async (client: typeof member) => {
      const { status, body } = await client.get('/v1/invoices', { parameters: { orderBy: 'due_at' } });
      return [status, body.total_count, body.items.map((one: { href: string }) => one.href)];
    };
    assert.deepEqual(await listed(manager), [200, 1, [href]]);
    for (const client of [member, stranger]) {
      assert.deepEqual(await listed(client), [200, 0, []]);
      assert.equal((await client.get(href)).status, 404);
      assert.equal((await client.put(href, { status: 'paid' })).status, 404);
    }
    assert.equal((await member.get(receipt['href'])).body.invoice, null, 'the receipt names none to a standard user');
    assert.equal((await manager.get(receipt['href'])).body.invoice.href, href);
    assert.equal((await manager.put(href, { status: 'void' })).status, 403);
    for (const client of [manager, member])
      assert.equal((await client.post('/v1/invoices', { organization: { gid: organization }, period })).status, 403);
    assert.equal((await billing.admin.put(href, {})).status, 204);
    assert.equal((await read(href)).status, 'open');
  });

  test('400 for an organization that only identity knows of yet has nothing to collect, and says so', async () => {
    const gid = newGid();
    billing.leaveToOwner({ type: 'organization', key: gid, state: organizationOf(gid) });
    assert.deepEqual(refused(await create(gid)), [400, ['period']]);
  });
});
