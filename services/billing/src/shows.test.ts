import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { eventually, keepOutbox, type ApiClient, type KeptEvent } from '@partner-ordering/testing';
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

  /** The facts about the receipt of a project: type, and what is shown. */
  const told = async (project: string) =>
    (await outbox())
      .filter(({ topic, event }) => topic === 'billing.facts' && event.subject === `receipt/${project}`)
      .map(({ event }) => [event.type, JSON.parse((event.data as { shown: string }).shown) as object]);
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
});
