import { sql, type Database, type Transaction } from '@partner-ordering/data';
import { isGid } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { ListedPrice, Neighbours } from '@partner-ordering/neighbours';
import type { UnitPrice } from '@partner-ordering/commerce';
import type { PriceListState } from '../../../generated/events.ts';

/** Prices in one answer of catalog: about 1 MB. */
const PAGE = 5_000;

/** An organization's list of imported prices as it was fetched from catalog. */
export interface LoadedList {
  import: string;
  revision: number;
  /** The prices that are valid at the time of the look-up, by key. */
  prices: Map<string, UnitPrice>;
}

/** The lists of organizations, with the prices for these keys that are valid at a time. */
export async function loadedLists(
  tx: Transaction,
  organizations: readonly string[],
  { keys, at }: { keys: readonly string[]; at: Date },
): Promise<Map<string, LoadedList>> {
  const rows = await tx.query<LoadedRow>(sql`
    select organization_gid as organization, import_gid as import, revision, key, amount_minor, currency
    from loaded_price_list l left join lateral (
      select key, amount_minor, currency from unnest(${[...keys]}::text[]) as asked (key) cross join lateral (
        select amount_minor, currency, valid_until from listed_price p
        where p.import_gid = l.import_gid and p.key = asked.key and coalesce(valid_from, '-infinity') <= ${at}
        order by coalesce(valid_from, '-infinity') desc limit 1
      ) as newest where valid_until is null or valid_until > ${at}
    ) as valid on true
    where organization_gid = any(${organizations.filter(isGid)}::uuid[])`);
  const lists = new Map<string, LoadedList>();
  for (const { organization, import: gid, revision, key, amount_minor: amount, currency } of rows) {
    const list = lists.get(organization) ?? { import: gid, revision, prices: new Map<string, UnitPrice>() };
    lists.set(organization, list);
    if (key !== null) list.prices.set(key, { amount_minor: Number(amount), currency });
  }
  return lists;
}

interface LoadedRow {
  organization: string;
  import: string;
  revision: number;
  /** Null, and what belongs to it, where the list has no price for the keys. */
  key: string | null;
  amount_minor: string;
  currency: string;
}

/** A list that is still to be loaded. */
export interface WantedList {
  organization: string;
  import: string;
  revision: number;
}

/** The list of an organization as catalog has published it; undefined when it is loaded already, or there is none. */
export async function wantedList(database: Database, organization: string): Promise<WantedList | undefined> {
  const stated = (await readState(database, 'price_list', organization))?.state as
    Pick<PriceListState, 'import' | 'revision'> | null | undefined;
  if (!stated) return undefined;
  const [loaded] = await database.query(
    sql`select from loaded_price_list where organization_gid = ${organization} and import_gid = ${stated.import}`,
  );
  return loaded ? undefined : { organization, import: stated.import, revision: stated.revision };
}

/** The organizations whose lists are not loaded: of some the event may have come to an instance of the version before. */
export async function organizationsToLoad(database: Database): Promise<string[]> {
  const rows = await database.query<{ organization: string }>(sql`select s.key as organization from shared_state s
    where s.type = 'price_list' and s.state is not null and not exists (
      select from loaded_price_list l where l.organization_gid::text = s.key and l.import_gid::text = s.state->>'import')`);
  return rows.map(({ organization }) => organization);
}

/**
 * Fetches the prices of a list, page by page, beside those that are valid. A run that was cut off goes on after its last page. False when
 * catalog has another list by now.
 */
export async function fetchList(
  { database, catalog }: { database: Database; catalog: () => Neighbours<'ordering'>['catalog'] },
  wanted: WantedList,
  signal: AbortSignal,
): Promise<boolean> {
  let after = await lastFetched(database, wanted.import);
  for (;;) {
    signal.throwIfAborted();
    const page = await catalog().getListedPrices({ import: wanted.import, limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (!page) return false;
    await keep(database, wanted, page.items);
    if (page.items.length < PAGE) return true;
    after = page.items.at(-1)!.gid;
  }
}

async function lastFetched(database: Database, gid: string): Promise<string | undefined> {
  const [last] = await database.query<{ gid: string }>(
    sql`select gid from listed_price where import_gid = ${gid} order by gid desc limit 1`,
  );
  return last?.gid;
}

async function keep(database: Database, { organization, import: gid }: WantedList, prices: readonly ListedPrice[]): Promise<void> {
  const columns = (['gid', 'key', 'amount_minor', 'currency', 'valid_from', 'valid_until'] as const).map((name) =>
    prices.map((price) => price[name]),
  );
  await database.query({
    text: `insert into listed_price (import_gid, organization_gid, gid, key, amount_minor, currency, valid_from, valid_until)
      select $1, $2, * from unnest($3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::timestamptz[], $8::timestamptz[])
      on conflict do nothing`,
    values: [gid, organization, ...columns],
  });
}

/** Makes a list that was fetched the valid one, unless there is a newer one by now, and forgets the one before. */
export async function takeOverList(tx: Transaction, { organization, import: gid, revision }: WantedList): Promise<void> {
  const taken = await tx.query(sql`insert into loaded_price_list (organization_gid, import_gid, revision)
    select ${organization}::uuid, ${gid}::uuid, ${revision}::int from shared_state
    where type = 'price_list' and key = ${organization} and state->>'import' = ${gid}
    on conflict (organization_gid) do update set import_gid = excluded.import_gid, revision = excluded.revision
    returning 1`);
  if (taken.length === 0) return;
  await tx.query(sql`delete from listed_price where organization_gid = ${organization} and import_gid <> ${gid}`);
}
