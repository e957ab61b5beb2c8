import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Principal } from '@partner-ordering/kernel';
import {
  literal,
  readList,
  type CollectionParameters,
  type Queryable,
  type Resource,
  type Sql,
  type Statement,
} from '@partner-ordering/data';
import type { TestService } from '@partner-ordering/testing';
import document from '../../generated/openapi.json' with { type: 'json' };
import { openMarket, startOrdering } from '../fixtures/test-ordering.ts';
import { projects } from './projects.ts';
import { workers } from './workers.ts';

const { 'x-orderable': orderable, 'x-searchable': searchable } = document.paths['/v1/projects'].get;
const collection = {
  searchable,
  orderable: [...orderable, 'full_name'],
  fields: ['gid'],
  values: {
    state: document.components.schemas.ProjectState.enum,
    status: document.components.schemas.ProjectStatus.enum,
    awaits: [...document.components.schemas.ProjectAwaits.enum, 'me'],
  },
};
const ROWS = 20_000;
/** The oldest. */
const AWAITING = 20;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

describe(`a list of ${ROWS} projects`, () => {
  let ordering: TestService;
  let callers: Record<string, Principal>;
  before(async () => {
    ordering = await startOrdering();
    const { user, manager, admin, organization } = await openMarket(ordering);
    const fill = `insert into project (gid, created_at, short_code, title, description, status, state, quantity, owner_gid, organization_gid, deadline_at, first_result_at, awaits, last_word)
      select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', 'c' || n, 'Title ' || n * 7919 % 10007, '',
        case when n % 10 = 1 then 'in_progress' else 'draft' end,
        case when n <= ${AWAITING} then 'waiting_for_proposal' else 'draft' end, 1, $1, $2,
        case when n % 10 > 0 then timestamptz '2026-02-01' + n * 7919 % 10007 * interval '1 minute' end,
        case when n % 10 = 1 and n > ${10 * AWAITING} then now() end,
        case n when 1 then 'approver' else case when n <= ${AWAITING} then case when n % 2 = 0 then 'owner' else 'staff' end end end,
        case when n <= ${AWAITING} then 'customer' end
      from generate_series(1, ${ROWS}) n`;
    const { query } = ordering.service.database;
    await query({ text: fill, values: [user.gid, organization] });
    await query({ text: 'vacuum (analyze) project', values: [] });
    const member = { isAdmin: false, memberOf: [organization], manages: [] };
    callers = {
      'an admin': { user: admin.gid, isAdmin: true, memberOf: [], manages: [] },
      'a manager': { ...member, user: manager.gid, manages: [organization] },
      'a standard user': { ...member, user: user.gid },
    };
  });
  after(() => ordering?.stop());

  async function statementOf(of: Resource, principal: Principal, parameters: CollectionParameters): Promise<Sql | Statement> {
    const statements: (Sql | Statement)[] = [];
    const { query } = ordering.service.database;
    const seen: Queryable = { query: (statement) => (statements.push(statement), query(statement)) };
    await readList(seen, of, { collection, principal, parameters });
    return statements[0]!;
  }

  /** The number of rows that the statement of a page looks at, besides those it counts. */
  async function rowsRead(principal: Principal, parameters: CollectionParameters): Promise<number> {
    const statement = await statementOf(projects as Resource, principal, parameters);
    const { text, values } = statement;
    const plans = [await ordering.service.database.query<Explained>({ text: `explain (analyze, format json) ${text}`, values })];
    if ('name' in statement) plans.push(await inGeneral(statement));
    return Math.max(...plans.map(([row]) => read(row!['QUERY PLAN'][0].Plan)));
  }

  /** As planned for any values, which is what becomes of a prepared statement. */
  const inGeneral = ({ text, values }: Sql | Statement): Promise<Explained[]> =>
    ordering.service.database.transactional(async ({ query }) => {
      const given = values.map((value) => literal(Array.isArray(value) ? `{${value.join()}}` : String(value)));
      const run = given.length > 0 ? `general(${given.join()})` : 'general';
      for (const before of ['set local plan_cache_mode = force_generic_plan', `prepare general as ${text}`])
        await query({ text: before, values: [] });
      const explained = await query<Explained>({ text: `explain (analyze, format json) execute ${run}`, values: [] });
      await query({ text: 'deallocate general', values: [] });
      return explained;
    });

  for (const who of ['an admin', 'a manager', 'a standard user'])
    test(`the list for ${who} reads the rows of its first pages only, in every order and both directions`, async () => {
      for (const orderBy of orderable)
        for (const sort of ['asc', 'desc'] as const) {
          const rows = await rowsRead(callers[who]!, { orderBy, sort, offset: 90 });
          assert.ok(rows <= 400, `${orderBy} ${sort} reads ${rows} rows`);
        }
    });

  for (const who of ['an admin', 'a manager', 'a standard user'])
    test(`page 1,000 for ${who}, and one among those without a deadline, reads its own rows only, in every order and both directions`, async () => {
      const principal = callers[who]!;
      for (const orderBy of orderable)
        for (const sort of ['asc', 'desc'] as const)
          for (const offset of [9_980, 19_000]) {
            const parameters = { orderBy, sort, offset };
            const { after } = await readList(ordering.service.database, projects as Resource, { collection, principal, parameters });
            const rows = await rowsRead(principal, { orderBy, sort, after: after! });
            assert.ok(rows > 0 && rows <= 60, `${orderBy} ${sort} behind ${offset} reads ${rows} rows`);
          }
    });

  for (const [name, value] of [
    ['awaits_work', true],
    ['awaits_answer', true],
    ['awaits', 'owner'],
    ['awaits', 'me'],
    ['state', 'waiting_for_proposal'],
  ])
    test(`an admin's list by ${name} reads only the matching rows, in every order and both directions`, async () => {
      for (const orderBy of orderable)
        for (const sort of ['asc', 'desc'] as const) {
          const rows = await rowsRead(callers['an admin']!, { orderBy, sort, query: JSON.stringify([name, '==', value]) });
          assert.ok(rows > 0 && rows <= 2 * AWAITING, `${orderBy} ${sort} reads ${rows} rows`);
        }
    });

  for (const who of ['a manager', 'a standard user'])
    test(`the list of what awaits ${who} reads only what awaits somebody, in every order and both directions`, async () => {
      for (const orderBy of orderable)
        for (const sort of ['asc', 'desc'] as const) {
          const rows = await rowsRead(callers[who]!, { orderBy, sort, query: '["awaits", "==", "me"]' });
          assert.ok(rows > 0 && rows <= 2 * AWAITING, `${orderBy} ${sort} reads ${rows} rows`);
        }
    });

  test('workers stand in the order of their full names in an index', async () => {
    const fill = `insert into worker (gid, created_at, service_id, firstname, lastname)
      select gen_random_uuid(), now(), n::text, 'Ada ' || n * 7919 % 10007, 'Quill' from generate_series(1, ${ROWS}) n`;
    const { query } = ordering.service.database;
    for (const text of [fill, 'analyze worker']) await query({ text, values: [] });
    const { text, values } = await statementOf(workers as Resource, callers['an admin']!, { orderBy: 'full_name' });
    assert.match(JSON.stringify(await query({ text: `explain ${text}`, values })), /using worker_full_name/);
  });
});

/** Rows of projects that were read; a count is an aggregate, and is left out. */
function read(plan: Plan): number {
  const isCount = plan['Node Type'] === 'Aggregate' && plan.Plans?.[0]?.['Relation Name'] === 'project';
  if (isCount) return 0;
  const own = plan['Relation Name'] === 'project' ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + read(part), own);
}
