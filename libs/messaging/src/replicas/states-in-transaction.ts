import { join, raw, sql, type Sql, type Transaction } from '@partner-ordering/data';
import { stateName, type StateKey } from '@partner-ordering/kernel';

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
