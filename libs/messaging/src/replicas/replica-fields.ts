import type { Transaction } from '@partner-ordering/data';
import type { FollowedType } from './follows.ts';

/**
 * Records in `replica_field` which fields of which types the replica holds; `upsertStates` reads it. New fields apply at once, also to
 * instances of the previous release. Fields that are no longer followed stay, since that release still reads them: a later migration
 * deletes them. Returns the topics with new fields: the consumer reads these from the beginning.
 */
export async function declareFields(tx: Transaction, types: readonly FollowedType[]): Promise<string[]> {
  const declared = types.flatMap(({ type, fields }) => fields.map((field) => ({ type, field })));
  // In one order, so that two instances that start together do not deadlock.
  const added = await tx.query<{ type: string }>({
    text: `insert into replica_field (type, field) select type, field from unnest($1::text[], $2::text[]) as declared (type, field)
           order by type, field on conflict do nothing returning type`,
    values: [declared.map(({ type }) => type), declared.map(({ field }) => field)],
  });
  const changed = new Set(added.map(({ type }) => type));
  return [...new Set(types.filter(({ type }) => changed.has(type)).map(({ topic }) => topic))];
}
