import { sql, type Transaction } from '@partner-ordering/data';
import { crashPoint } from '@partner-ordering/messaging';

/** Documents that are numbered together, with what their numbers begin with. */
const prefixes = { receipt: 'R', test_receipt: 'T' } as const;
export type NumberSeries = keyof typeof prefixes;

/** A document's number and the moment that it was given out, which is the document's date. */
export interface Numbering {
  number: string;
  at: Date;
}

/**
 * Takes the next number of a series. Its row stays locked until the transaction ends, so numbers are given out one after the other and a
 * transaction that fails leaves no gap. The time is taken under the lock: no number of a year that has ended follows one of the next (UTC).
 */
export async function nextNumber(tx: Transaction, series: NumberSeries, clock: () => Date): Promise<Numbering> {
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
