import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { eventually, gidOf, keepOutbox, type ApiClient, type KeptEvent } from '@partner-ordering/testing';
import { thisMonth } from './fixtures/invoices.ts';
import { finishedProject, testBilling, type TestBilling } from './fixtures/test-billing.ts';
import type { ChargeOutcome } from './payments/provider.ts';
import { shows } from './shows.ts';

describe('what the facts of billing show', () => {
  let billing: TestBilling;
  let outbox: () => Promise<KeptEvent[]>;
  // The provider and the store of PDFs answer when the test says so.
  let charged: PromiseWithResolvers<ChargeOutcome>;
  let stored: PromiseWithResolvers<{ url: string }>;
  before(async () => {
    const charge = () => charged.promise;
    billing = await testBilling({ provider: { name: 'test', charge }, documents: { put: () => stored.promise } });
    outbox = await keepOutbox(billing.service.database);
  });
  beforeEach(() => ([charged, stored] = [Promise.withResolvers(), Promise.withResolvers()]));
  afterEach(() => (charged.resolve({ status: 'paid' }), stored.resolve({ url: 'https://files.test/receipt.pdf' })));
  after(() => billing.stop());

  const seen = new Set<string>();
  /** The facts about the receipt of a project: type, and what is shown. */
  const told = async (project: string) =>
    (await outbox())
      .filter(({ topic, event }) => topic === 'billing.facts' && event.subject === `receipt/${project}`)
      .map(({ event }) => {
        seen.add(event.type);
        return [event.type, JSON.parse((event.data as { shown: string }).shown) as object];
      });
  const toldNext = (project: string, number: number) => eventually(async () => (await told(project))[number - 1] ?? false);

  /** The receipt of a newly finished project of an organization with a manager, as the manager reads it. */
  async function finish(organization: string): Promise<{ project: string; read: () => Promise<Record<string, unknown>>; href: string }> {
    const manager: ApiClient = await billing.signIn({ manages: [organization] });
    const project = finishedProject(organization);
    const href = (await billing.finish(project))['href'] as string;
    return { project: project.gid, href, read: async () => (await manager.get(href)).body };
  }

  test('the receipt as a manager reads it when it is made, cannot be charged, is paid, and has its PDF', async () => {
    const organization = await billing.organization();
    await billing.admin.create(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_1' });
    const { project, href, read } = await finish(organization);
    // The charge has begun since.
    assert.deepEqual(await told(project), [['receipt.created', { receipt: { ...(await read()), payment: null } }]]);

    charged.resolve({ status: 'failed', failure: 'card declined' });
    assert.deepEqual(await toldNext(project, 2), ['receipt.charge_failed', { receipt: await read() }]);
    assert.equal((await read())['failure'], 'card declined');

    assert.equal((await billing.admin.put(href, {})).status, 204);
    assert.equal((await told(project)).length, 2, 'nothing was paid');
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    assert.deepEqual(await toldNext(project, 3), ['receipt.paid', { receipt: await read() }]);

    stored.resolve({ url: 'https://files.test/receipt.pdf' });
    assert.deepEqual(await toldNext(project, 4), ['receipt.file_added', { receipt: await read() }]);
    const types = (await told(project)).map(([type]) => type);
    const all = Object.keys(shows).filter((type) => type.startsWith('receipt.'));
    assert.deepEqual(types.toSorted(), all.toSorted(), 'by now each fact was told, once');
  });

  test('a receipt that the provider charged is paid', async () => {
    const organization = await billing.organization();
    await billing.admin.create(`/v1/orgs/${organization}/payment_source`, { rid: 'cus_2' });
    const { project, read } = await finish(organization);
    charged.resolve({ status: 'paid' });
    assert.deepEqual(await toldNext(project, 2), ['receipt.paid', { receipt: await read() }]);
  });

  test('a receipt that is paid from the start is made and paid', async () => {
    const { project, read } = await finish(await billing.organization({ test: true }));
    const receipt = await read();
    assert.equal(receipt['status'], 'paid');
    assert.deepEqual(await told(project), [['receipt.created', { receipt }], ['receipt.paid', { receipt }]]); // prettier-ignore
  });

  /** The facts of an invoice or a credit note, by type, once there are these. */
  const toldOf = (gid: string, types: readonly string[]) =>
    eventually(async () => {
      const events = (await outbox()).filter(
        ({ topic, event }) => topic === 'billing.facts' && (event.data as { gid: string }).gid === gid,
      );
      const shown = events.map(({ event }) => [event.type, JSON.parse((event.data as { shown: string }).shown) as object] as const);
      for (const [type] of shown) seen.add(type);
      return shown.length === types.length && (assert.deepEqual(shown.map(([type]) => type), types), Object.fromEntries(shown)); // prettier-ignore
    });

  /** A new invoice, and how its organization's manager reads it, without its receipts. */
  async function invoice() {
    const organization = await billing.organization();
    await finish(organization);
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    const manager = await billing.signIn({ manages: [organization] });
    const read = async () => {
      const { receipts: _, ...rest } = (await manager.get(href)).body;
      return { invoice: rest };
    };
    return { gid: gidOf(href), href, read, manager, organization };
  }

  test('the invoice as a manager reads it when it is made, is due, is paid, and has its PDF', async () => {
    const { gid, href, read } = await invoice();
    const told = ['invoice.created'];
    const shown = async (type: string) => (await toldOf(gid, told))[type];
    assert.deepEqual(await shown('invoice.created'), await read());
    await billing.service.database.query({ text: `update invoice set due_at = now() - interval '1 day' where gid = $1`, values: [gid] });
    await billing.runJob('remind_invoices');
    told.push('invoice.overdue');
    assert.deepEqual(await shown('invoice.overdue'), await read());
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    told.push('invoice.paid');
    assert.deepEqual(await shown('invoice.paid'), await read());
    stored.resolve({ url: 'https://files.test/invoice.pdf' });
    told.push('invoice.file_added');
    assert.deepEqual(await shown('invoice.file_added'), await read());
  });

  test('a voided invoice, of which nothing is owed, and the credit note of its receipt; by now each fact was told', async () => {
    const { gid, href, read, manager, organization } = await invoice();
    const open = await read();
    assert.equal((await billing.admin.put(href, { status: 'void' })).status, 204);
    const { 'invoice.voided': voided } = await toldOf(gid, ['invoice.created', 'invoice.voided']);
    const { modified_at, ...rest } = (voided as typeof open).invoice;
    assert.deepEqual(
      { ...rest, modified_at: open.invoice.modified_at },
      { ...open.invoice, status: 'void', owed: { amount: 0, currency: 'EUR' } },
    );
    assert.ok(modified_at);
    // Its jobs wait for those that store a PDF.
    stored.resolve({ url: 'https://files.test/a.pdf' });
    const path = `/v1/orgs/${organization}/credit_notes`;
    const note = await eventually(async () => (await manager.get(path)).body.items[0] ?? false);
    const told = await toldOf(note.gid, ['credit_note.created', 'credit_note.file_added']);
    const { body: credit_note } = await manager.get(note.href);
    assert.deepEqual(told['credit_note.file_added'], { credit_note });
    assert.deepEqual(told['credit_note.created'], { credit_note: { ...credit_note, modified_at: credit_note.created_at, file: null } });
    assert.deepEqual([...seen].toSorted(), Object.keys(shows).toSorted(), 'by now each fact was told');
  });
});
