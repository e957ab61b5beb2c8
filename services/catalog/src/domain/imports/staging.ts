import type { Detail } from '@partner-ordering/kernel';
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { lockStates } from '@partner-ordering/messaging';
import type { AvailableOptions, PriceImportError } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import { PRICE_SHEET } from '../../sheets/sheet.ts';
import { errorIn, type RunningImport } from './price-import.ts';
import type { SheetPrice } from './sheet-price.ts';
import { MAX_PRICES_OF_PRODUCT } from '../price.ts';

/** An import collects its prices in `price_import_row` until it replaces the organization's prices. */

/** Locks the prices of an organization: an import replaces a price created before the lock and keeps one created after it. */
export const lockPrices = (tx: Transaction, organization: string): Promise<void> =>
  lockStates(tx, [{ type: 'prices of organization', key: organization }]);

/** Removes the staged rows of one import: those of an earlier attempt, or all of them at its end. */
export const clearStage = (database: Queryable, gid: string): Promise<unknown> =>
  database.query(sql`delete from price_import_row where import_gid = ${gid}`);

/** Adds prices to the staged rows. */
export async function stagePrices(database: Queryable, gid: string, prices: readonly SheetPrice[]): Promise<void> {
  await database.query({
    name: 'stage_prices',
    text: `insert into price_import_row (import_gid, gid, line, key, product_gid, mode, due, skill, amount_minor, currency, valid_from, valid_until)
      select $1, * from unnest($2::uuid[], $3::int[], $4::text[], $5::uuid[], $6::text[], $7::int[], $8::text[], $9::bigint[], $10::text[],
        $11::timestamptz[], $12::timestamptz[])`,
    values: [
      gid,
      ...(['gid', 'line', 'key', 'productGid', 'mode', 'due', 'skill', 'amountMinor', 'currency', 'validFrom', 'validUntil'] as const).map(
        (name) => prices.map((price) => price[name]),
      ),
    ],
  });
}

/** The options of products by gid; those that do not exist are left out. */
export async function optionsOf(database: Queryable, products: readonly string[]): Promise<[string, AvailableOptions][]> {
  const rows = await database.query<{ gid: string; options: AvailableOptions }>(
    sql`select gid, available_options as options from product where gid = any(${[...products]}::uuid[])`,
  );
  return rows.map(({ gid, options }) => [gid, options]);
}

/** Lines whose price overlaps the validity of an earlier line with the same product and options. */
export async function overlappingLines(database: Queryable, gid: string, limit: number): Promise<PriceImportError[]> {
  const rows = await database.query<{ line: number; other: number }>(sql`
    select greatest(line, previous_line) as line, least(line, previous_line) as other
    from (
      select line, valid_from, lag(line) over of_key as previous_line, lag(valid_until) over of_key as previous_until
      from price_import_row where import_gid = ${gid} window of_key as (partition by key order by valid_from nulls first, line)
    ) sorted
    where previous_line is not null and (valid_from is null or previous_until is null or previous_until > valid_from)
    order by 1 limit ${limit}`);
  return rows.map(({ line, other }) => errorIn(line, faults.overlaps_line('valid_from', { line: other })));
}

/** For each product with too many prices in the sheet, the first line beyond the maximum. */
export async function linesBeyondLimit(database: Queryable, gid: string, limit: number): Promise<PriceImportError[]> {
  const first = MAX_PRICES_OF_PRODUCT + 1;
  const rows = await database.query<{ line: number }>(sql`
    select line from (
      select line, row_number() over (partition by product_gid order by line) as place from price_import_row where import_gid = ${gid}
    ) numbered where place = ${first} order by line limit ${limit}`);
  return rows.map(({ line }) => errorIn(line, faults.too_many_prices_in_sheet('product', { max: MAX_PRICES_OF_PRODUCT })));
}

/** Why an import without `remove=true` is refused: it leaves no price, or removes more than half of the current ones. */
export async function removalFault(tx: Transaction, { gid, organization }: RunningImport, now: Date): Promise<Detail | undefined> {
  const [found] = await tx.query<{ priced: number; missing: number; isEmpty: boolean }>(sql`
    select count(*)::int as priced, not exists (select from price_import_row where import_gid = ${gid}) as "isEmpty",
      count(*) filter (where not exists (
        select from price_import_row r where r.import_gid = ${gid} and r.key = present.key and tstzrange(valid_from, valid_until) @> ${now}::timestamptz
      ))::int as missing
    from (
      select distinct key from price where organization_gid = ${organization} and tstzrange(valid_from, valid_until) @> ${now}::timestamptz
    ) present`);
  const { priced, missing, isEmpty } = found!;
  if (isEmpty) return faults.sheet_without_prices(PRICE_SHEET);
  return missing * 2 <= priced ? undefined : faults.removes_too_many_prices(PRICE_SHEET, { count: missing, total: priced });
}

/** Prices that one statement removes or moves: few enough to end in time on a busy machine. */
const MOVED_AT_ONCE = 5_000;

/** The result of replacing the prices of an organization. */
export interface PriceReplacement {
  pricesCount: number;
  /** Gids of the products with a price before or after it. */
  products: readonly string[];
}

/** Replaces the prices of an organization by the staged ones. The caller has locked the price list. */
export async function replacePrices(tx: Transaction, { gid, organization }: RunningImport, now: Date): Promise<PriceReplacement> {
  // Each statement checks its own references. At the commit, one statement's time limit would have to suffice for all of them.
  await tx.query(sql`set constraints all immediate`);
  const removed = await inBatches(() => removeBatch(tx, organization));
  const moved = await inBatches(() => moveBatch(tx, { gid, organization }, now));
  return { pricesCount: moved.count, products: [...new Set([...removed.products, ...moved.products])] };
}

/** The number of prices that a statement removed or moved, and the gids of their products. */
interface ChangedRows {
  count: number;
  products: readonly string[];
}

/** Changes batches until none is left. A batch below the limit is not the last one, since concurrent deletions may have shrunk it. */
async function inBatches(changeBatch: () => Promise<ChangedRows>): Promise<ChangedRows> {
  const products = new Set<string>();
  let count = 0;
  for (;;) {
    const changed = await changeBatch();
    if (changed.count === 0) return { count, products: [...products] };
    count += changed.count;
    changed.products.forEach((product) => products.add(product));
  }
}

/** The delete itself returns the products, so that a concurrent price either is among them or comes after the import. */
async function removeBatch(tx: Transaction, organization: string): Promise<ChangedRows> {
  const [row] = await tx.query<ChangedRows>(sql`
    with gone as (
      delete from price where gid in (select gid from price where organization_gid = ${organization} limit ${MOVED_AT_ONCE}) returning product_gid
    ) select count(*)::int as count, coalesce(array_agg(distinct product_gid), '{}') as products from gone`);
  return row!;
}

async function moveBatch(tx: Transaction, { gid, organization }: RunningImport, now: Date): Promise<ChangedRows> {
  const [row] = await tx.query<ChangedRows>(sql`with chunk as (
      delete from price_import_row where import_gid = ${gid} and gid in (
        select gid from price_import_row where import_gid = ${gid} order by gid limit ${MOVED_AT_ONCE}
      ) returning *
    ), moved as (
      insert into price (gid, created_at, modified_at, product_gid, organization_gid, mode, due, skill, amount_minor, currency, key, valid_from, valid_until)
      select gid, ${now}, null, product_gid, ${organization}, mode, due, skill, amount_minor, currency, key, valid_from, valid_until
      from chunk returning product_gid
    ) select count(*)::int as count, coalesce(array_agg(distinct product_gid), '{}') as products from moved`);
  return row!;
}

/** The import to run; undefined if it has ended. */
export async function pendingImport(database: Queryable, gid: string): Promise<RunningImport | undefined> {
  const [row] = await database.query<{ organization: string }>(
    sql`select organization_gid as organization from price_import where gid = ${gid} and status = 'pending'`,
  );
  return row && { gid, ...row };
}
