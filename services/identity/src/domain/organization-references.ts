import type { EntityManager } from '@mikro-orm/postgresql';
import { isGid, type Principal } from '@partner-ordering/kernel';
import { advisoryLocks, sql, type Transaction } from '@partner-ordering/data';
import type { OrganizationIdentifier } from '../../generated/models.ts';
import { Organization } from './organization.ts';

/** The named parent and its ancestors, nearest first; empty for none. Locks the tree: two changes at once could make a circle. */
export async function lineageOf(tx: Transaction, parent: OrganizationIdentifier | null | undefined): Promise<string[]> {
  if (!parent || !isGid(parent.gid)) return [];
  await tx.query(sql`select pg_advisory_xact_lock(${advisoryLocks.organizationTree})`);
  const rows = await tx.query<{ gid: string }>(sql`
    with recursive line (gid, parent_gid, depth) as (
      select gid, parent_gid, 0 from organization where gid = ${parent.gid}
      union all
      select o.gid, o.parent_gid, line.depth + 1 from organization o join line on o.gid = line.parent_gid
    ) select gid from line order by depth`);
  return rows.map(({ gid }) => gid);
}

/** The organizations that a request names. Those that the principal does not see are undefined. */
export async function namedOrganizations(
  tx: Transaction,
  principal: Principal,
  references: readonly OrganizationIdentifier[],
): Promise<(Organization | undefined)[]> {
  const gids = references.map(({ gid }) => gid);
  const found = await tx.em.find(Organization, { gid: { $in: gids.filter(isGid) } });
  const visible = found.filter(({ gid }) => principal.isAdmin || principal.memberOf.includes(gid));
  return gids.map((gid) => visible.find((organization) => organization.gid === gid));
}

/** The enabled organization with this hostname; null for none. */
export const organizationAt = (em: EntityManager, hostname: string): Promise<Organization | null> =>
  em.findOne(Organization, { hostname: hostname.toLowerCase(), isEnabled: true });
