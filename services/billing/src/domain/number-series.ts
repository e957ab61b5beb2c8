import { defineEntity, LockMode, p } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import { crashPoint } from '@partner-ordering/messaging';
import type { NumberSeriesState } from '../../generated/events.ts';

/** The number series, each with the prefix of its numbers. */
const prefixes = { receipt: 'R', test_receipt: 'T', invoice: 'I', credit_note: 'C', test_credit_note: 'TC' } as const;
export type NumberSeries = keyof typeof prefixes;

export const NumberSeriesSchema = defineEntity({
  name: 'NumberSeriesRow',
  tableName: 'number_series',
  properties: { name: p.string().$type<NumberSeries>().primary(), year: p.integer(), lastNumber: p.integer() },
});

/** How far a series is. Only a restore changes it as an entity, and so publishes it; `nextNumber` does not. */
export class NumberSeriesRow extends NumberSeriesSchema.class {
  /** Goes on behind this number, unless it is further already. */
  raise(year: number, last: number): void {
    if (year < this.year || (year === this.year && last <= this.lastNumber)) return;
    Object.assign(this, { year, lastNumber: last });
  }
}

NumberSeriesSchema.setClass(NumberSeriesRow);

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
 * Takes the next numbers of some series, of each so many. Their rows stay locked until the transaction ends, so a transaction that fails
 * leaves no gap; a series of which none is wanted is locked with the others, as the transaction may want one later. The time is read under
 * the locks, so a number of a past year never follows one of the next year (UTC).
 */
export async function nextNumbers<Series extends NumberSeries>(
  tx: Transaction,
  counts: Readonly<Record<Series, number>>,
  clock: () => Date,
): Promise<Record<Series, IssuedNumber[]>> {
  const names = Object.keys(counts) as Series[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Series, IssuedNumber[]>;
  if (names.every((name) => counts[name] === 0)) return taken;
  // In one order, so that no two transactions wait for each other.
  const rows = await tx.query<SeriesRow>(
    sql`select name, year, last_number from number_series where name = any(${names}) order by name for update`,
  );
  const at = clock();
  for (const name of names) {
    const row = rows.find((one) => one.name === name);
    if (!row) throw new Error(`there is no number series ${name}`);
    if (counts[name] > 0) taken[name] = await take(tx, row, { count: counts[name], at });
  }
  return taken;
}

async function take(tx: Transaction, { name, ...row }: SeriesRow, { count, at }: { count: number; at: Date }): Promise<IssuedNumber[]> {
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

/** How far a series is. */
export type SeriesEnd = Pick<NumberSeriesState, 'name' | 'year' | 'last_number'>;

/** The series and place of a number. Throws for a text that is no number of a series. */
export function endOf(number: string): SeriesEnd {
  const [, prefix, year, last] = /^([A-Z]{1,2})(\d{4})-(\d{6,})$/.exec(number) ?? [];
  const name = (Object.keys(prefixes) as NumberSeries[]).find((known) => prefixes[known] === prefix);
  if (name === undefined) throw new Error(`${number} is of no number series`);
  return { name, year: Number(year), last_number: Number(last) };
}

/** Raises the series past numbers that were issued and that this database does not know. */
export async function raisePast({ em }: Transaction, ends: readonly SeriesEnd[]): Promise<void> {
  const series = await em.find(NumberSeriesRow, {}, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  for (const { name, year, last_number: last } of ends) series.find((one) => one.name === name)?.raise(year, last);
}
