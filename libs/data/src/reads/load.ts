import type { EntityClass, EntityDictionary } from '@mikro-orm/postgresql';
import type { Transaction } from '../connection/database.ts';
import { notFound, type Principal } from '@partner-ordering/kernel';
import { rowsByKey } from './read.ts';
import type { Resource, Within } from '../resources/resource.ts';
import { raw, sql } from '../connection/sql.ts';

/** Loads the entity behind a resource for a write and locks its row alone. 404 by the same predicate as reads. */
export async function loadForUpdate<Entity extends object>(
  tx: Transaction,
  of: Resource<unknown, Entity>,
  options: { gid: string; principal: Principal; within?: Within },
): Promise<Entity> {
  const found = rowsByKey(of, options);
  if (!found) throw notFound(of.noun);
  const alias = raw(of.source.alias);
  const [row] = await tx.query<EntityDictionary<Entity>>(sql`select ${alias}.* from ${found} for no key update of ${alias}`);
  if (!row) throw notFound(of.noun);
  return tx.em.map(of.source.entity as EntityClass<Entity>, row) as Entity;
}
