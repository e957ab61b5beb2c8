import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { failingChecksAfter, eventually, type TestService } from '@partner-ordering/testing';
import { createRequest, openMarket, startOrdering } from '../fixtures/test-ordering.ts';
import { integrityChecks } from './integrity-checks.ts';

const MISPRICED = 'update budget_booking set amount_minor = amount_minor + 1 where project_gid = $1';
const OWNER = '(select owner_gid from project where gid = $1)';

/** Mistakes in an order, and the integrity checks that find them; $1 is the order. */
const mistakes: [what: string, breaks: string[], ...wrong: string[]][] = [
  ['a booking at another price than its order', ['bookings', 'budgets'], MISPRICED],
  [
    'a booking in another currency than its order, also where its budget agrees',
    ['bookings'],
    `update budget_account set currency = 'USD' where user_gid = ${OWNER}`,
    `update budget_booking set currency = 'USD' where user_gid = ${OWNER}`,
  ],
  ['an order without a booking', ['bookings', 'budgets'], 'update budget_booking set released_at = now() where project_gid = $1'],
  [
    'a budget that is not the sum of its bookings',
    ['budgets'],
    `update budget_account set booked_minor = booked_minor + 1 where user_gid = ${OWNER}`,
  ],
  ['an order that awaits somebody without a reason', ['turns'], `update project set awaits = 'owner' where gid = $1`],
  ['an order whose status differs from its history', ['bookings', 'histories'], `update project set status = 'canceled' where gid = $1`],
];

describe('integrity checks of ordering', () => {
  let ordering: TestService;
  let project: string;
  before(async () => {
    ordering = await startOrdering();
    const market = await openMarket(ordering);
    const { user, manager, order, setBudget } = market;
    await setBudget(1000);
    await manager.put(await createRequest(market), { state: 'draft' });
    for (const state of ['draft', 'published']) await user.create('/v1/projects', order({ state }));
    project = (await user.create('/v1/projects', order({ state: 'published' }))).split('/').at(-1)!;
  });
  after(() => ordering?.stop());

  const change = (text: string) => ordering.service.database.query({ text, values: [project] });

  test('correct drafts, one of them sent back, and orders pass all integrity checks and the nightly job', async () => {
    assert.deepEqual(await ordering.service.checkIntegrity(), []);
    await ordering.runJob('check_integrity');
  });

  for (const [what, breaks, ...wrong] of mistakes)
    test(`an integrity check finds ${what}`, async () => {
      assert.deepEqual(await failingChecksAfter(ordering, integrityChecks, wrong, project), breaks);
    });

  test('a failing integrity check names the rows, and the nightly job fails until they are corrected', async () => {
    await change(MISPRICED);
    await ordering.service.write(async (_tx, { addJob }) => addJob({ name: 'check_integrity', data: {} }));
    const [breach] = await ordering.service.checkIntegrity();
    const order = { project, state: 'published', status: 'in_progress', price_minor: '25000', currency: 'EUR' };
    assert.deepEqual(breach!.rows, [{ ...order, amount_minor: '25001', booked_currency: 'EUR' }]);
    const isFailing = /^jobs_failing\{job="check_integrity",service="ordering"\} 1$/m;
    await eventually(async () => assert.match(await ordering.service.metrics(), isFailing));
    const [job] = await ordering.service.database.query<{ last_error: string }>({
      text: `select last_error from job where name = 'check_integrity'`,
      values: [],
    });
    assert.match(job!.last_error, new RegExp(`^Error: integrity checks fail: bookings: \\{"project":"${project}"`));
    await change(MISPRICED.replace('+', '-'));
  });

  test('an integrity check finds a wrong kept count, which the statements in docs/operators/alerts.md correct', async () => {
    const { pool } = ordering.service.database;
    const broken = async () => (await ordering.service.checkIntegrity()).map(({ rule }) => rule);
    await pool.query(`update kept_count set number = number + 1 where counted = 'project' and part = 2`);
    assert.deepEqual(await broken(), ['project_count']);
    const page = readFileSync(new URL('../../../../docs/operators/alerts.md', import.meta.url), 'utf8');
    await pool.query(/^begin;\nlock table project [^`]+/m.exec(page)![0]);
    assert.deepEqual(await broken(), []);
  });
});
