import { sql, type Transaction } from '@partner-ordering/data';
import { crashPoint } from '@partner-ordering/messaging';

/** The number series, each with the prefix of its numbers. */
const prefixes = { receipt: 'R', test_receipt: 'T' } as const;
export type NumberSeries = keyof typeof prefixes;

/** A number and the moment at which it was issued, which is the date of the document. */
export interface IssuedNumber {
  number: string;
  at: Date;
}

/**
 * Takes the next number of a series. The row stays locked until the transaction ends, so a transaction that fails leaves no gap. The time
 * is read under the lock, so a number of a past year never follows one of the next year (UTC).
 */
export async function nextNumber(tx: Transaction, series: NumberSeries, clock: () => Date): Promise<IssuedNumber> {
  const [row] = await tx.query<{ year: number; last_number: number }>(
    sql`select year, last_number from number_series where name = ${series} for update`,
  );
  if (!row) throw new Error(`there is no number series ${series}`);
  const at = clock();
  const year = Math.max(row.year, at.getUTCFullYear());
  const next = year === row.year ? row.last_number + 1 : 1;
  await tx.query(sql`update number_series set year = ${year}, last_number = ${next} where name = ${series}`);
  crashPoint('receipt-number');
  return { number: `${prefixes[series]}${year}-${String(next).padStart(6, '0')}`, at };
}

/** Raises the series past numbers that were issued and that this database does not know. Throws for a text that is no number of a series. */
export async function raisePast(tx: Transaction, numbers: readonly string[]): Promise<void> {
  const parts = numbers.map((number) => {
    const [, prefix, year, last] = /^([A-Z])(\d{4})-(\d{6,})$/.exec(number) ?? [];
    const series = Object.entries(prefixes).find(([, known]) => known === prefix)?.[0];
    if (series === undefined) throw new Error(`${number} is of no number series`);
    return { series, year: Number(year), last: Number(last) };
  });
  await tx.query(sql`
    update number_series set year = newest.year, last_number = newest.last_number
    from (
      select distinct on (name) name, year, last_number
      from unnest(${parts.map(({ series }) => series)}::text[], ${parts.map(({ year }) => year)}::int[], ${parts.map(({ last }) => last)}::int[])
        as issued (name, year, last_number)
      order by name, year desc, last_number desc
    ) newest
    where number_series.name = newest.name and (number_series.year, number_series.last_number) < (newest.year, newest.last_number)`);
}
