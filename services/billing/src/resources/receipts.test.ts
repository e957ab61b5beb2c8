import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readList, type Resource, type Statement } from '@partner-ordering/data';
import type { ApiClient } from '@partner-ordering/testing';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';
import { receipts } from './receipts.ts';

describe('receipts', () => {
  let billing: TestBilling;
  let organization: string;
  let own: string;
  before(async () => {
    billing = await testBilling();
    organization = await billing.organization();
    own = (await billing.finish(finishedProject(organization)))['gid'];
    await billing.finish(finishedProject(await billing.organization()));
  });
  after(() => billing.stop());

  const visibleGids = async (client: ApiClient, parameters: Record<string, unknown> = {}): Promise<string[]> => {
    const { body } = await client.get('/v1/receipts', { parameters: { orderBy: 'created_at', sort: 'asc', ...parameters } });
    assert.equal(body.total_count, body.items.length);
    return body.items.map(({ gid }: { gid: string }) => gid);
  };

  test('own receipts are visible only while their owner is a member of the organization', async () => {
    const former = await billing.signIn();
    const { href } = await billing.finish(finishedProject(organization, { owner: former.gid }));
    assert.equal((await former.get(href)).status, 404);
    assert.deepEqual(await visibleGids(former), []);
  });

  test("a receipt's invoice is searchable for those who see it and null for all others", async () => {
    const buyer = await billing.organization();
    const member = await billing.signIn({ memberOf: [buyer] });
    const { gid } = await billing.finish(finishedProject(buyer, { owner: member.gid }));
    await billing.admin.create('/v1/invoices', { organization: { gid: buyer }, period: thisMonth() });
    const { invoice } = (await billing.admin.get(`/v1/receipts/${gid}`)).body;
    const manager = await billing.signIn({ manages: [buyer] });
    assert.equal((await member.get(`/v1/receipts/${gid}`)).body.invoice, null);
    const found: [query: unknown[], ofManager: boolean, ofMember: boolean][] = [
      [['invoice.gid', '==', invoice.gid], true, false],
      [['invoice.gid', 'in', [invoice.gid]], true, false],
      [['invoice.gid', 'in', [invoice.gid, null]], true, true],
      [['invoice.gid', '!=', invoice.gid], false, true],
      [['invoice.gid', '!in', [invoice.gid]], false, true],
      [['invoice.gid', '==', null], false, true],
      [['invoice.gid', '!=', null], true, false],
      [['invoice', 'intersect', ['gid', '!=', own]], true, false],
      [['invoice', 'exclude', ['gid', '==', invoice.gid]], false, true],
    ];
    for (const [query, ...expected] of found) {
      const ofAdmin = (await visibleGids(billing.admin, { query: [query, ['gid', '==', gid]] })).includes(gid);
      const both = [(await visibleGids(manager, { query })).includes(gid), (await visibleGids(member, { query })).includes(gid)];
      assert.deepEqual([ofAdmin, ...both], [expected[0], ...expected], JSON.stringify(query));
    }
  });

  test('receipts are searched by status', async () => {
    const buyer = await billing.organization();
    const [paid, open] = [await billing.finish(finishedProject(buyer)), await billing.finish(finishedProject(buyer))];
    await billing.admin.put(paid['href'], { status: 'paid' });
    const found = (...query: unknown[]) => visibleGids(billing.admin, { query: [query, ['organization.gid', '==', buyer]] });
    assert.deepEqual(await found('status', '==', 'open'), [open['gid']]);
    assert.deepEqual(await found('status', 'in', ['paid', 'failed']), [paid['gid']]);
    assert.equal((await billing.admin.get('/v1/receipts', { parameters: { query: ['status', '==', 'void'] } })).status, 400);
  });

  for (const [what, query, index] of [
    ['failed receipts', ['status', '==', 'failed'], /using receipt_unpaid/],
    ['a receipt by its number', ['number', '==', 'R2026-000001'], /using receipt_number/],
    ['receipts of orders', ['project.gid', 'in', [crypto.randomUUID(), crypto.randomUUID()]], /on receipt_project/],
    [
      'receipts of a month',
      [
        ['created_at', '>=', '2026-11-01'],
        ['created_at', '<', '2026-12-01'],
      ],
      /using receipt_created_at.*Index Cond: .*created_at >=/,
    ],
  ] as const)
    test(`an index finds ${what}, also with a generic plan`, async () => {
      const statements: Statement[] = [];
      const { database } = billing.service;
      const collection = {
        searchable: ['status', 'number', 'project.gid', 'created_at'],
        orderable: ['created_at'],
        fields: ['gid'],
        values: { status: ['open', 'paid', 'failed'] },
      };
      const parameters = { query: JSON.stringify(query), orderBy: 'created_at' };
      const principal = { user: billing.admin.gid, isAdmin: true, memberOf: [], manages: [] };
      const recording: Pick<typeof database, 'query'> = { query: (statement) => (statements.push(statement), database.query(statement)) };
      await readList(recording, receipts as Resource, { collection, principal, parameters });
      const plan = await database.transactional(async ({ query: ask }) => {
        await ask({ text: 'set local enable_seqscan = off', values: [] });
        return ask({ text: `explain (generic_plan) ${statements[0]!.text}`, values: [] });
      });
      assert.match(JSON.stringify(plan), index);
    });

  test('204 and 400 for two requests that mark a receipt as paid at once', async () => {
    const { href } = await billing.finish(finishedProject(organization));
    const answers = await Promise.all([1, 2].map(() => billing.admin.put(href, { status: 'paid' })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 400]);
  });
});
