import { sql, type Transaction } from '@partner-ordering/data';
import { crashPoint } from '@partner-ordering/messaging';

/** The number series, each with the prefix of its numbers. */
const prefixes = { receipt: 'R', test_receipt: 'T', invoice: 'I', credit_note: 'C', test_credit_note: 'TC' } as const;
export type NumberSeries = keyof typeof prefixes;

/** More than are given between a backup and its restore. */
const SKIPPED_AT_ONCE = 10_000;

/** A number and the moment at which it was issued, which is the date of the document. */
export interface IssuedNumber {
  number: string;
  at: Date;
}

interface SeriesRow {
  name: NumberSeries;
  year: number;
  last_number: number;
}

/**
 * Takes the next numbers of some series. Their rows stay locked until the commit, so a failed transaction leaves no gap. A series with a
 * count of 0 is locked too, as the transaction may need it later. The time is read under the locks, so that no number of a past year (UTC)
 * follows one of the next.
 */
export async function nextNumbers<Series extends NumberSeries>(
  tx: Transaction,
  counts: Readonly<Record<Series, number>>,
  clock: () => Date,
): Promise<Record<Series, IssuedNumber[]>> {
  const names = Object.keys(counts) as Series[];
  const numbers = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Series, IssuedNumber[]>;
  if (names.every((name) => counts[name] === 0)) return numbers;
  // In one order, so that no two transactions wait for each other.
  const rows = await tx.query<SeriesRow>(
    sql`select name, year, last_number from number_series where name = any(${names}) order by name for update`,
  );
  const at = clock();
  for (const name of names) {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`there is no number series ${name}`);
    if (counts[name] > 0) numbers[name] = await takeNumbers(tx, row, { count: counts[name], at });
  }
  return numbers;
}

async function takeNumbers(
  tx: Transaction,
  { name, ...row }: SeriesRow,
  { count, at }: { count: number; at: Date },
): Promise<IssuedNumber[]> {
  const year = Math.max(row.year, at.getUTCFullYear());
  const before = year === row.year ? row.last_number : 0;
  await tx.query(sql`update number_series set year = ${year}, last_number = ${before + count} where name = ${name}`);
  return Array.from({ length: count }, (_, index) => {
    crashPoint('receipt-number');
    return { number: `${prefixes[name]}${year}-${String(before + 1 + index).padStart(6, '0')}`, at };
  });
}

/** Takes the next number of a series, see `nextNumbers`. */
export const nextNumber = async <Series extends NumberSeries>(tx: Transaction, series: Series, clock: () => Date): Promise<IssuedNumber> =>
  (await nextNumbers(tx, { [series]: 1 } as Record<Series, number>, clock))[series][0]!;

/** After a restore, skips the next 10,000 numbers of each series: documents with them may be with customers. */
export async function skipNumbers(tx: Transaction, now: Date): Promise<void> {
  const counts = Object.fromEntries(Object.keys(prefixes).map((name) => [name, SKIPPED_AT_ONCE])) as Record<NumberSeries, number>;
  const skipped = Object.values(await nextNumbers(tx, counts, () => now)).flat();
  await tx.query(sql`insert into skipped_number select unnest(${skipped.map(({ number }) => number)}::text[])`);
}
