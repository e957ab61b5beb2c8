import { keptCountDiffers, type Database, type Resource } from '@partner-ordering/data';

/** Queries for rows that break a rule, by its name. Each sees one snapshot. */
export type IntegrityChecks = Readonly<Record<string, string>>;

/** A broken rule with the first rows that break it. */
export interface IntegrityBreach {
  rule: string;
  rows: object[];
}

/** The rules of a service: its own, and the kept count of each counted resource. */
export function integrityChecksOf({
  integrityChecks = {},
  resources,
}: {
  integrityChecks?: IntegrityChecks;
  resources: unknown;
}): IntegrityChecks {
  const counted = Object.values(resources as Readonly<Record<string, Resource>>).filter(({ isCounted }) => isCounted);
  return { ...integrityChecks, ...Object.fromEntries(counted.map((of) => [`${of.source.name}_count`, keptCountDiffers(of)])) };
}

const MAX_ROWS = 10;
/** A million orders take some seconds. */
const TIMEOUT_MS = 10 * 60_000;

/** The broken rules. Reads in its own transaction, without the time limits of requests. */
export async function checkIntegrity({ pool }: Pick<Database, 'pool'>, integrityChecks: IntegrityChecks): Promise<IntegrityBreach[]> {
  const session = await pool.connect();
  let isUsable = false;
  try {
    await session.query('begin transaction isolation level repeatable read read only');
    await session.query(`set local statement_timeout = ${TIMEOUT_MS}; set local lock_timeout = 0`);
    const breaches: IntegrityBreach[] = [];
    for (const [rule, query] of Object.entries(integrityChecks)) {
      const { rows } = await session.query<object>(limitedQuery(query));
      if (rows.length > 0) breaches.push({ rule, rows });
    }
    await session.query('rollback');
    isUsable = true;
    return breaches;
  } finally {
    session.release(!isUsable);
  }
}

// The driver's own limit; its types lack it for a single query.
const limitedQuery = (query: string) => ({ text: `select * from (${query}) as breach limit ${MAX_ROWS}`, query_timeout: TIMEOUT_MS });

/** One line for each broken rule. */
export const breachLines = (breaches: readonly IntegrityBreach[]): string[] =>
  breaches.map(({ rule, rows }) => `${rule}: ${rows.map((row) => JSON.stringify(row)).join(', ')}`);
