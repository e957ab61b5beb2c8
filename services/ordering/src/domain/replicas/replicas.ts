import { join, raw, sql, type Sql, type Transaction } from '@partner-ordering/data';
import { type Detail, invalid, type StateKey, stateName, unavailable } from '@partner-ordering/kernel';
import type { FollowedStates } from '../../../generated/events.ts';

/** The public states of other services that a transaction has read. */
class Replicas {
  /** By name; undefined where none is known. */
  readonly states = new Map<string, unknown>();

  /** The state, or undefined when it is unknown or deleted. */
  get<Type extends keyof FollowedStates>(type: Type, key: string): FollowedStates[Type] | undefined {
    return (this.states.get(stateName({ type, key })) ?? undefined) as FollowedStates[Type] | undefined;
  }
}

const replicasByTransaction = new WeakMap<object, Replicas>();

/** Reads states of other services in one statement. Each is read once per transaction, so an early call may read what later ones need. */
export async function readReplicas(tx: Transaction, keys: readonly StateKey[]): Promise<Replicas> {
  const replicas = replicasByTransaction.get(tx.em) ?? new Replicas();
  replicasByTransaction.set(tx.em, replicas);
  const { states } = replicas;
  const unread: string[] = [];
  const columns: Sql[] = [];
  for (const state of keys) {
    const name = stateName(state);
    if (states.has(name)) continue;
    states.set(name, undefined);
    columns.push(sql`(select state from shared_state where type = ${state.type} and key = ${state.key}) as ${raw(`s${unread.length}`)}`);
    unread.push(name);
  }
  if (unread.length === 0) return replicas;
  // PostgreSQL keeps the plan. A join would be planned for the rows of that time, and read a table that was small then as a whole.
  const [row] = await tx.query<Record<string, unknown>>(sql`select ${join(columns)}`);
  for (const [index, name] of unread.entries()) states.set(name, row![`s${index}`] ?? undefined);
  return replicas;
}

/** 503 for a user whose name is not known, even after identity was asked: what they write is shown with it. */
export async function mustKnowUser(tx: Transaction, user: string): Promise<void> {
  const key = { type: 'user', key: user };
  if (!(await readReplicas(tx, [key])).get('user', user)) throw unavailable().restingOn([key]);
}

/** 400 at `organization.gid` for an organization that does not exist or was deleted, after identity was asked. */
export async function mustKnowOrganization(tx: Transaction, organization: string, fault: (path: string) => Detail): Promise<void> {
  const key = { type: 'organization', key: organization };
  const found = (await readReplicas(tx, [key])).get('organization', organization);
  if (!found || found.is_deleted) throw invalid(fault('organization.gid')).restingOn([key]);
}
