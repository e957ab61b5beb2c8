import type { Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { FollowedType } from './follows.ts';

/** How long the fields of an earlier release are kept: it may still run beside this one, or come back. */
const KEEP_UNDECLARED_MS = DAY_MS;

interface RecordedField {
  type: string;
  field: string;
  /** An earlier start found it undeclared. */
  is_marked: boolean;
  /** That was more than a day ago. */
  is_expired: boolean;
}

const nameOf = ({ type, field }: { type: string; field: string }): string => `${type} ${field}`;

/**
 * Records in `replica_field` which fields of which types the replica holds; `upsertStates` goes by this record. What a release adds counts
 * at once, for instances of the release before too. What it no longer declares stays for a day, as that one may still run.
 * @returns the topics whose states have to be stored anew: other fields of them are held now
 */
export async function declareFields(
  tx: Transaction,
  { types, owned, now }: { types: readonly FollowedType[]; owned: readonly string[]; now: Date },
): Promise<string[]> {
  await tx.query({ text: 'lock table replica_field in share row exclusive mode', values: [] });
  const recorded = await tx.query<RecordedField>({
    text: `select type, field, undeclared_since is not null as is_marked, coalesce(undeclared_since < $1, false) as is_expired
           from replica_field`,
    values: [new Date(now.getTime() - KEEP_UNDECLARED_MS)],
  });
  const declared = new Map(types.flatMap(({ type, fields }) => fields.map((field) => [nameOf({ type, field }), { type, field }])));
  const known = new Set(recorded.map(nameOf));
  const missing = [...declared].flatMap(([name, field]) => (known.has(name) ? [] : [field]));
  const [again, undeclared] = [true, false].map((isDeclared) => recorded.filter((field) => declared.has(nameOf(field)) === isDeclared));
  const expired = undeclared!.filter(({ is_expired: isExpired }) => isExpired);

  await insert(tx, missing);
  const reappeared = again!.filter(({ is_marked: isMarked }) => isMarked);
  const disappeared = undeclared!.filter(({ is_marked: isMarked }) => !isMarked);
  await mark(tx, reappeared, null);
  await mark(tx, disappeared, now);
  await remove(tx, expired, owned);
  const changed = new Set([...missing, ...expired].map(({ type }) => type));
  return [...new Set(types.filter(({ type }) => changed.has(type)).map(({ topic }) => topic))];
}

type Fields = readonly { type: string; field: string }[];

const columns = (fields: Fields): [string[], string[]] => [fields.map(({ type }) => type), fields.map(({ field }) => field)];

async function insert(tx: Transaction, fields: Fields): Promise<void> {
  if (fields.length === 0) return;
  await tx.query({ text: 'insert into replica_field (type, field) select * from unnest($1::text[], $2::text[])', values: columns(fields) });
}

async function mark(tx: Transaction, fields: Fields, since: Date | null): Promise<void> {
  if (fields.length === 0) return;
  await tx.query({
    text: `update replica_field set undeclared_since = $3
           where (type, field) in (select * from unnest($1::text[], $2::text[]))`,
    values: [...columns(fields), since],
  });
}

/** Of a type that is not followed any more the states go too, unless the service publishes them itself by now. */
async function remove(tx: Transaction, fields: Fields, owned: readonly string[]): Promise<void> {
  if (fields.length === 0) return;
  await tx.query({
    text: 'delete from replica_field where (type, field) in (select * from unnest($1::text[], $2::text[]))',
    values: columns(fields),
  });
  await tx.query({
    text: `delete from shared_state where type = any($1::text[]) and type <> all($2::text[])
           and not exists (select from replica_field where replica_field.type = shared_state.type)`,
    values: [[...new Set(fields.map(({ type }) => type))], owned],
  });
}
