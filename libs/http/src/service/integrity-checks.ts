import { keptCountDiffers, type Database, type Resource } from '@partner-ordering/data';

/**
 * What holds between a service's rows at any moment: by name of the rule, a query for the rows that break it. Each sees one snapshot.
 */
export type IntegrityChecks = Readonly<Record<string, string>>;

/** A rule that is broken, with the first rows that break it. */
export interface IntegrityBreach {
  rule: string;
  rows: object[];
}

/** The rules of a service: its own, and that the numbers of rows that are kept are those of the rows. Undefined when there are none. */
export function integrityChecksOf({
  integrityChecks,
  resources,
}: {
  integrityChecks?: IntegrityChecks | undefined;
  resources: unknown;
}): IntegrityChecks | undefined {
  const counted = Object.values(resources as Readonly<Record<string, Resource>>).filter(({ isCounted }) => isCounted);
  const counts = counted.map((of): [string, string] => [`${of.source.name}_count`, keptCountDiffers(of)]);
  return integrityChecks === undefined && counts.length === 0 ? undefined : { ...integrityChecks, ...Object.fromEntries(counts) };
}

const MAX_ROWS = 10;
/** A million orders take some seconds. */
const TIMEOUT_MS = 10 * 60_000;

/** The rules that are broken. Reads, in a transaction of its own, without the time limits of requests. */
export async function checkIntegrity({ pool }: Pick<Database, 'pool'>, integrityChecks: IntegrityChecks): Promise<IntegrityBreach[]> {
  const session = await pool.connect();
  let isUsable = false;
  try {
    await session.query('begin transaction isolation level repeatable read read only');
    await session.query(`set local statement_timeout = ${TIMEOUT_MS}`);
    const breaches: IntegrityBreach[] = [];
    for (const [rule, query] of Object.entries(integrityChecks)) {
      const { rows } = await session.query<object>(limited(query));
      if (rows.length > 0) breaches.push({ rule, rows });
    }
    await session.query('rollback');
    isUsable = true;
    return breaches;
  } finally {
    session.release(!isUsable);
  }
}

// The driver waits by a limit of its own, which its types do not know for a single query.
const limited = (query: string) => ({ text: `select * from (${query}) as breach limit ${MAX_ROWS}`, query_timeout: TIMEOUT_MS });

/** One line for each broken rule. */
export const breachLines = (breaches: readonly IntegrityBreach[]): string[] =>
  breaches.map(({ rule, rows }) => `${rule}: ${rows.map((row) => JSON.stringify(row)).join(', ')}`);
