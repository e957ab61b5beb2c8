import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { TestService } from '@partner-ordering/testing';
import { openMarket, sharedOrdering, type Market } from '../fixtures/test-ordering.ts';

interface Month {
  month: string;
  booked: { amount: number; currency: string };
  projects_count: number;
  projects: { project: { title: string }; booked_at: string }[];
}

describe('limits of the budget view', () => {
  let ordering: TestService;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
  });
  beforeEach(async () => {
    market = await openMarket(ordering);
  });

  /**
   * Books orders over 1.00 each, straight in the database: `Order 1` is the newest. @param at SQL for when the order `n` was booked
   */
  const book = (count: number, currency: string, at: string) =>
    ordering.service.database.query({
      text: `with ordered as (
          insert into project (gid, created_at, short_code, title, description, status, state, quantity, owner_gid, organization_gid, price_minor, currency)
          select gen_random_uuid(), ${at}, left(gen_random_uuid()::text, 13), 'Order ' || n, '', 'in_progress', 'published', 1, $1, $2, 100, $3
          from generate_series(1, $4::int) n returning *)
        insert into budget_booking (project_gid, user_gid, organization_gid, month, amount_minor, currency, created_at)
        select gid, owner_gid, organization_gid, to_char(created_at at time zone 'UTC', 'YYYY-MM'), price_minor, currency, created_at from ordered`,
      values: [market.user.gid, market.organization, currency, count],
    });

  async function months(): Promise<Month[]> {
    const { user, organization } = market;
    const { status, body } = await user.get(`/v1/users/${user.gid}/member_of/${organization}/budget`);
    assert.equal(status, 200);
    return body.months as Month[];
  }

  test('200 has the last 24 months with a booking, newest first, across gaps and currencies', async () => {
    await book(25, 'EUR', `timestamptz '2030-12-31T23:59:59Z' - (n - 1) * interval '2 months'`);
    await book(1, 'USD', `timestamptz '2030-12-01T00:00:00Z'`);
    const figures = await months();
    assert.deepEqual(
      figures.slice(0, 3).map(({ month, booked }) => [month, booked.currency]),
      [
        ['2030-12', 'EUR'],
        ['2030-12', 'USD'],
        ['2030-10', 'EUR'],
      ],
    );
    assert.deepEqual([figures.length, new Set(figures.map(({ month }) => month)).size, figures.at(-1)!.month], [25, 24, '2027-02']);
  });

  test('200 has the newest 1,000 projects of each month and currency; projects_count and the sums cover all', async () => {
    await book(1_001, 'EUR', `timestamptz '2030-12-31T23:59:59Z' - n * interval '1 minute'`);
    await book(1, 'USD', `timestamptz '2030-12-01T00:00:00Z'`);
    await book(1_000, 'EUR', `timestamptz '2030-11-30T23:59:59Z' - n * interval '1 minute'`);
    const [euros, dollars, before] = await months();
    assert.deepEqual([euros!.projects_count, euros!.booked, euros!.projects.length], [1_001, { amount: 1_001, currency: 'EUR' }, 1_000]);
    const titles = euros!.projects.map(({ project }) => project.title);
    assert.deepEqual([titles[0], titles.at(-1)], ['Order 1', 'Order 1000']);
    assert.deepEqual([dollars!.projects_count, dollars!.projects.length], [1, 1]);
    assert.deepEqual([before!.month, before!.projects_count, before!.projects.length], ['2030-11', 1_000, 1_000]);
  });
});
