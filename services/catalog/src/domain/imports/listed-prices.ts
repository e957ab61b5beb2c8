import { type Queryable, sql, timeText, raw } from '@partner-ordering/data';
import { isGid, NIL_GID } from '@partner-ordering/kernel';

/** A price of a list, as ordering takes it over. */
export interface ListedPrice {
  gid: string;
  key: string;
  /** In the currency's minor unit. */
  amount_minor: number;
  currency: string;
  valid_from: string | null;
  valid_until: string | null;
}

/**
 * Prices of an import in the order of their gids, those after `after`; undefined when it is not the valid one any more. A price that was
 * changed since is left out: it is published by itself.
 */
export async function listedPrices(
  database: Queryable,
  { gid, after = NIL_GID, limit }: { gid: string; after?: string | undefined; limit: number },
): Promise<ListedPrice[] | undefined> {
  if (!isGid(gid) || !isGid(after)) return undefined;
  const rows = await database.query<
    Omit<ListedPrice, 'amount_minor'> & { amount_minor: string }
  >(sql`select gid, key, amount_minor, currency,
      ${timeText(raw('valid_from'))} as valid_from, ${timeText(raw('valid_until'))} as valid_until
    from price where import_gid = ${gid} and gid > ${after} order by gid limit ${limit}`);
  // A statement of its own after the rows: were the list replaced between the two, this would tell.
  const [valid] = await database.query<object>(sql`select from price_list where import_gid = ${gid}`);
  return valid && rows.map((row) => ({ ...row, amount_minor: Number(row.amount_minor) }));
}
