import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Principal } from '@partner-ordering/kernel';
import { readList, type Queryable, type Resource, type Sql, type Statement } from '@partner-ordering/data';
import type { TestService } from '@partner-ordering/testing';
import document from '../../generated/openapi.json' with { type: 'json' };
import { openMarket, startOrdering } from '../fixtures/test-ordering.ts';
import { projects } from './projects.ts';

const { 'x-orderable': orderable } = document.paths['/v1/projects'].get;
const ROWS = 20_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

describe(`a list of ${ROWS} projects`, () => {
  let ordering: TestService;
  let callers: Record<string, Principal>;
  before(async () => {
    ordering = await startOrdering();
    const { user, manager, admin, organization } = await openMarket(ordering);
    const fill = `insert into project (gid, created_at, short_code, title, description, status, state, quantity, owner_gid, organization_gid, deadline_at)
      select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', 'c' || n, 'Title ' || n * 7919 % 10007, '', 'draft', 'draft', 1, $1, $2,
        case when n % 10 > 0 then timestamptz '2026-02-01' + n * 7919 % 10007 * interval '1 minute' end
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

  /** How many rows of the table the statement of a page looks at, besides those it counts. */
  async function rowsRead(principal: Principal, orderBy: string, sort: 'asc' | 'desc'): Promise<number> {
    const statements: (Sql | Statement)[] = [];
    const { query } = ordering.service.database;
    const seen: Queryable = { query: (statement) => (statements.push(statement), query(statement)) };
    const collection = { searchable: [], orderable, fields: ['gid'] };
    await readList(seen, projects as Resource, { collection, principal, parameters: { orderBy, sort, offset: 90 } });
    const { text, values } = statements[0]!;
    const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({ text: `explain (analyze, format json) ${text}`, values });
    return read(row!['QUERY PLAN'][0].Plan);
  }

  for (const who of ['an admin', 'a manager', 'a standard user'])
    test(`that ${who} sees reads the rows of its first pages only, in every order and both directions`, async () => {
      for (const orderBy of orderable)
        for (const sort of ['asc', 'desc'] as const) {
          const rows = await rowsRead(callers[who]!, orderBy, sort);
          assert.ok(rows <= 400, `${orderBy} ${sort} reads ${rows} rows`);
        }
    });
});

/** Rows of projects that were read; a count is an aggregate, and is left out. */
function read(plan: Plan): number {
  const isCount = plan['Node Type'] === 'Aggregate' && plan.Plans?.[0]?.['Relation Name'] === 'project';
  if (isCount) return 0;
  const own = plan['Relation Name'] === 'project' ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + read(part), own);
}
