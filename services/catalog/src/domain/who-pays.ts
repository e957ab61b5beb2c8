import { organizationChains, type Validity } from '@partner-ordering/commerce';
import { join, type Sql, sql, type Transaction } from '@partner-ordering/data';
import type { Price } from './price.ts';

/** Prices with what they are for and, in `times`, when they are or were valid: what is past does not count. All are of `owner`. */
interface ChangedPrices {
  /** Selects `gid, product_gid, mode, due, skill, times` (a multirange); of what is for the same the gids differ. */
  rows: Sql;
  /** Gid of the organization whose prices they are; null is the default price. */
  owner: string | null;
}

/** A price that is made, changed or deleted. @param validities when it is valid, and when it was before the change */
export function changedPrice(
  { gid, productGid, organizationGid, mode, due, skill }: Price,
  validities: readonly Validity[],
  now: Date,
): ChangedPrices {
  const ranges = validities.map(({ validFrom, validUntil }) => rangeOf(sql`${validFrom}::timestamptz`, sql`${validUntil}::timestamptz`));
  return {
    rows: sql`select ${gid}::uuid, ${productGid}::uuid, ${mode}::text, ${due}::int, ${skill}::text, ${fromNowOn(join(ranges), now)}`,
    owner: organizationGid,
  };
}

/** All prices of an organization as they are now. */
export const pricesOf = (organization: string, now: Date): ChangedPrices => ({
  rows: sql`select gid, product_gid, mode, due, skill, ${fromNowOn(rangeOf(sql`valid_from`, sql`valid_until`), now)}
    from price where organization_gid = ${organization}`,
  owner: organization,
});

const rangeOf = (from: Sql, until: Sql): Sql => sql`tstzrange(${from}, ${until})`;
const fromNowOn = (ranges: Sql, now: Date): Sql => sql`tstzmultirange(${ranges}) * tstzmultirange(tstzrange(${now}::timestamptz, null))`;

/** Some 4 s on a busy machine, while a statement may take 15 s. Only imports have so many. */
const MAX_COMPARED = 500_000;

/**
 * Gids of the organizations that pay one of these prices at some time from now on, by the price fallback, without their owner: those that
 * may order the product and have no nearer price, be it their own or that of a parent, at any such time. In one statement, since it runs in
 * the transaction of the change. With more than `maxCompared` nearer prices all are taken to pay that may order.
 */
export async function whoPays(tx: Transaction, changed: ChangedPrices, maxCompared = MAX_COMPARED): Promise<string[]> {
  if (changed.owner !== null && !(await hasChildren(tx, changed.owner))) return [];
  // Nobody can tell the planner how many rows these tables have; with 250,000 prices a nested loop of two of them would not end.
  await allowNestedLoops(tx, false);
  const found = await tx.query<{ gid: string }>(whoPaysStatement(changed, maxCompared));
  await allowNestedLoops(tx, true);
  return found.map(({ gid }) => gid);
}

const allowNestedLoops = (tx: Transaction, isAllowed: boolean): Promise<unknown> =>
  tx.query(sql`select set_config('enable_nestloop', ${isAllowed ? 'on' : 'off'}, true)`);

/**
 * `orderer`: who may order, with the number of prices. `nearer`: whose prices go before, for each of those below. `covered`: how many of
 * the prices these hide.
 */
const whoPaysStatement = ({ rows, owner }: ChangedPrices, maxCompared: number): Sql => sql`
  with recursive changed(gid, product_gid, mode, due, skill, times) as materialized (
    select * from (${rows}) given(gid, product_gid, mode, due, skill, times) where not isempty(times)
  ), sold(product_gid, count) as materialized (
    select product_gid, count(*) from changed join product p on p.gid = product_gid and p.is_enabled group by product_gid
  ), allowed(organization, product_gid) as materialized (
    select organization_gid, product_gid from product_organization where product_gid = any(array(select product_gid from sold))
  ), orderer(gid, count) as (
    select organization::text, sum(count) from allowed join sold using (product_gid) group by organization
  ), ${organizationChains(sql`select gid from orderer`)}, placed(organization, gid, depth, owner_depth) as (
    select organization::uuid, gid::uuid, depth, ${ownerDepth(owner)} from chain where not is_cycle
  ), nearer(organization, gid, depth) as materialized (
    select organization, gid, depth from placed where depth < owner_depth
  ), compared(organization, product_gid, mode, due, skill, times) as materialized (
    select nearer.organization, n.product_gid, n.mode, n.due, n.skill, ${rangeOf(sql`n.valid_from`, sql`n.valid_until`)}
    from nearer join price n on n.organization_gid = nearer.gid
    where n.organization_gid = any(array(select distinct gid from nearer)) and n.product_gid = any(array(select product_gid from sold))
      and n.mode = any(array(select distinct mode from changed)) and n.due = any(array(select distinct due from changed))
    limit ${maxCompared + 1}
  ), hiding as (
    select * from compared where (select count(*) from compared) <= ${maxCompared}
  ), covered(organization, count) as (
    select organization, count(*) from (
      select hiding.organization
      from hiding join allowed using (organization, product_gid)
        join changed c on c.product_gid = hiding.product_gid and c.mode = hiding.mode and c.due = hiding.due
          and c.skill is not distinct from hiding.skill
      group by hiding.organization, c.gid, c.times
      having range_agg(hiding.times) @> c.times
    ) price group by organization
  )
  select organization as gid from (
    select organization, 1 as below, 0 as "left" from nearer where depth = 0
    union all select gid::uuid, 0, count from orderer
    union all select organization, 0, -count from covered
  ) counts group by organization having sum(below) > 0 and sum("left") > 0 order by 1`;

/** How many organizations away the owner is. */
const ownerDepth = (owner: string | null): Sql =>
  owner === null ? sql`${BEHIND_ALL_PARENTS}::int` : sql`min(depth) filter (where gid = ${owner}) over (partition by organization)`;

/** The default price comes after all parents. */
const BEHIND_ALL_PARENTS = 2_147_483_647;

async function hasChildren(tx: Transaction, organization: string): Promise<boolean> {
  const statement = sql`select from shared_state where type = 'organization' and state->>'parent' = ${organization} limit 1`;
  return (await tx.query<object>(statement)).length > 0;
}
