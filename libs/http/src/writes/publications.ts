import type { EntityManager, EventSubscriber, FlushEventArgs } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import { lockStates, type EventRecords, type FactRecord } from '@partner-ordering/messaging';

/** Which aggregates a changed entity belongs to. */
export interface Touch<Entity extends object = object> {
  entity: abstract new (...args: never[]) => Entity;
  keys: (entity: Entity) => string[];
}

/** `touch(Membership, m => m.userGid)`: a change of the entity changes the public state under this key. */
export const touch = <Entity extends object>(entity: abstract new (...args: never[]) => Entity, key: (entity: Entity) => string): Touch =>
  ({ entity, keys: (of: Entity) => [key(of)] }) as unknown as Touch;

/**
 * The public state of one kind of aggregate. Whatever changes one of its entities publishes it anew, so no operation
 * can forget to. `read` sees the transaction's own changes; null says that the aggregate is gone.
 */
export interface PublishedState<State = unknown> {
  type: string;
  of: readonly Touch[];
  read: (tx: Transaction, key: string) => Promise<State | null>;
}

/** Collects during each transaction which aggregates it changes; one per database. */
export class Publications implements EventSubscriber {
  readonly #states: readonly PublishedState[];
  readonly #touched = new WeakMap<EntityManager, Map<PublishedState, Set<string>>>();

  constructor(states: readonly PublishedState[]) {
    this.#states = states;
  }

  afterFlush({ em, uow }: FlushEventArgs): void {
    for (const { entity } of uow.getChangeSets()) {
      for (const state of this.#states) {
        for (const { entity: kind, keys } of state.of) {
          if (entity instanceof (kind as never)) keys(entity).forEach((key) => this.#add(em as EntityManager, state, key));
        }
      }
    }
  }

  #add(em: EntityManager, state: PublishedState, key: string): void {
    const touched = this.#touched.get(em) ?? new Map<PublishedState, Set<string>>();
    this.#touched.set(em, touched);
    touched.set(state, (touched.get(state) ?? new Set()).add(key));
  }

  /** What the transaction has to publish since the last time; flush before. */
  async collect(tx: Transaction, facts: readonly FactRecord[]): Promise<EventRecords> {
    const touched = [...(this.#touched.get(tx.em) ?? [])].flatMap(([state, keys]) => [...keys].map((key) => ({ ...state, key })));
    this.#touched.delete(tx.em);
    // A state made of several rows is read after its turn has come, or two writers would each publish it without the other's row.
    await lockStates(
      tx,
      touched.filter(({ of }) => of.length > 1),
    );
    const states = [];
    for (const { type, key, read } of touched) states.push({ type, key, state: await read(tx, key) });
    return { states, facts };
  }
}
