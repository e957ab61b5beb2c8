import { sql, type StateKey, type Transaction } from '@partner-ordering/data';
import type { FollowedStates } from '../../generated/events.ts';

/** Public states of other services as this database knows them, by type and key. */
export class Replicas {
  readonly #states: ReadonlyMap<string, unknown>;

  constructor(states: ReadonlyMap<string, unknown>) {
    this.#states = states;
  }

  /** The state, or undefined when it is unknown or deleted. */
  get<Type extends keyof FollowedStates>(type: Type, key: string): FollowedStates[Type] | undefined {
    return (this.#states.get(`${type}/${key}`) ?? undefined) as FollowedStates[Type] | undefined;
  }
}

/** Reads several states in one statement. */
export async function readReplicas(tx: Transaction, keys: readonly StateKey[]): Promise<Replicas> {
  const rows = await tx.query<{ name: string; state: unknown }>(sql`
    select s.type || '/' || s.key as name, s.state
    from unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ key }) => key)}::text[]) as wanted (type, key)
    join shared_state s using (type, key)`);
  return new Replicas(new Map(rows.map(({ name, state }) => [name, state])));
}
