import { empty, join, raw, sql, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';
import { stateName, type StateKey } from '@partner-ordering/kernel';

/** The newest public state of one aggregate, own or followed. `state: null` is a tombstone. */
export interface SharedState {
  /** The aggregate's name: `project`. */
  type: string;
  key: string;
  /** Grows with every publication, deletion included: the time in milliseconds, or one more than before. */
  version: number;
  state: unknown;
}

/** The known state of an aggregate; undefined if none is known. */
export async function readState(queryable: Queryable, type: string, key: string): Promise<SharedState | undefined> {
  // Named, so that it is prepared once per connection: most requests read their principal with it.
  const [row] = await queryable.query<{ version: string; state: unknown }>({
    name: 'read_state',
    text: 'select version, state from shared_state where type = $1 and key = $2',
    values: [type, key],
    isByKey: true,
  });
  return row && { type, key, version: Number(row.version), state: row.state };
}

/** The known states of these aggregates, by `stateName`. */
export async function readStates(queryable: Queryable, aggregates: readonly StateKey[]): Promise<Map<string, SharedState>> {
  const rows = await queryable.query<{ type: string; key: string; version: string; state: unknown }>({
    text: `select type, key, version, state from (select distinct * from unnest($1::text[], $2::text[]) as each (type, key)) as wanted
      join shared_state using (type, key)`,
    values: [aggregates.map(({ type }) => type), aggregates.map(({ key }) => key)],
  });
  return new Map(rows.map((row) => [stateName(row), { ...row, version: Number(row.version) }]));
}

/**
 * Makes transactions that publish the same aggregates wait for each other. Call it before you read a state of several rows: otherwise two
 * transactions that change different rows each publish a state without the other's change.
 */
export async function lockStates(tx: Transaction, aggregates: readonly Pick<SharedState, 'type' | 'key'>[]): Promise<void> {
  if (aggregates.length === 0) return;
  // All lock in the same order, so there is no deadlock.
  await tx.query({
    text: `
      select pg_advisory_xact_lock(aggregate)
      from (select distinct hashtextextended(name, 1) as aggregate from unnest($1::text[]) as name order by 1) as ordered`,
    values: [aggregates.map(stateName)],
  });
}

/** The lock of `lockStates` for one aggregate, as part of a statement that takes it before it writes. */
export const stateLock = (state: StateKey): Sql => sql`pg_advisory_xact_lock(hashtextextended(${stateName(state)}, 1))`;

/**
 * Stores the declared fields (`declareFields`) of followed states that other services have published. An older version never overwrites a
 * newer one.
 */
export async function upsertStates(queryable: Queryable, states: readonly SharedState[]): Promise<void> {
  if (states.length > 0) await queryable.query(storing(states));
}

/**
 * The statement of `upsertStates`. `after`: it stores nothing while this part of its `with` clause is empty. `isReading`: the states come
 * from their topic, so the known version is stored again with newly declared fields. An owner's answer must not do this: its statement may
 * have begun before they were declared.
 */
export const storing = (states: readonly SharedState[], { after, isReading = false }: { after?: Sql; isReading?: boolean } = {}): Sql =>
  sql`
      insert into shared_state as known (type, key, version, state)
      select type, key, version, case when state is not null then (
        select coalesce(jsonb_object_agg(field, state -> field), '{}') from unnest(fields) as field where state ? field
      ) end
      from (
        select distinct on (type, key) published.*
        from ${after ? sql`${after}, ` : empty}jsonb_to_recordset(${JSON.stringify(states)})
          as published (type text, key text, version bigint, state jsonb)
        order by type, key, version desc
      ) as newest
      join (select type, array_agg(field) as fields from replica_field group by type) as declared using (type)
      order by type, key
      on conflict (type, key) do update set version = excluded.version, state = excluded.state
      where known.version < excluded.version
        or (${isReading} and known.version = excluded.version and known.state is distinct from excluded.state)`;

/** Public states that a transaction has read. `States`: their shapes by type. */
export class StatesInTransaction<States = Record<string, unknown>> {
  /** By `stateName`; undefined where none is known. */
  readonly read = new Map<string, unknown>();

  /** The state, or undefined when it is unknown or deleted. */
  get<Type extends keyof States & string>(type: Type, key: string): States[Type] | undefined {
    return (this.read.get(stateName({ type, key })) ?? undefined) as States[Type] | undefined;
  }
}

const statesByTransaction = new WeakMap<object, StatesInTransaction>();

/**
 * Reads a few public states in one statement. Each is read once per transaction, so an early call may read what later ones need. For a
 * state that this transaction changes, or must read under a lock, use `readState`.
 */
export async function readInTransaction<States>(tx: Transaction, keys: readonly StateKey[]): Promise<StatesInTransaction<States>> {
  const states = statesByTransaction.get(tx.em) ?? new StatesInTransaction();
  statesByTransaction.set(tx.em, states);
  const unread: string[] = [];
  const columns: Sql[] = [];
  for (const state of keys) {
    const name = stateName(state);
    if (states.read.has(name)) continue;
    states.read.set(name, undefined);
    columns.push(sql`(select state from shared_state where type = ${state.type} and key = ${state.key}) as ${raw(`s${unread.length}`)}`);
    unread.push(name);
  }
  if (unread.length > 0) {
    // PostgreSQL keeps the plan. A join would be planned for the rows of that time, and read a table that was small then as a whole.
    const [row] = await tx.query<Record<string, unknown>>(sql`select ${join(columns)}`);
    for (const [index, name] of unread.entries()) states.read.set(name, row![`s${index}`] ?? undefined);
  }
  return states as StatesInTransaction<States>;
}
