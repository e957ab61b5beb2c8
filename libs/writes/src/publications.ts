import {
  ChangeSetType,
  type ChangeSet,
  type EntityManager,
  type EventSubscriber,
  type FlushEventArgs,
  type Platform,
  type Type,
} from '@mikro-orm/postgresql';
import { fieldsOf, type ParentFilter, type Resource, type Transaction } from '@partner-ordering/data';
import { stateName, type Principal, type StateKey } from '@partner-ordering/kernel';
import { lockStates, type StateRecord } from '@partner-ordering/messaging';

/** An entity that a public state is made from. `key` is the key of a row's state, null for a row without one. */
export interface StateSource {
  entity: abstract new (...args: never[]) => object;
  key: (entity: object) => string | null;
  /** The part of the entity that the state has: nothing is published while it stays. By default every change is published. */
  content?: (entity: object) => string;
}

/**
 * `stateSource(Membership, ({ userGid }) => userGid)`: a changed membership changes the state of its user. `key` gets the old columns, too,
 * so a row that moves to another aggregate changes both. With `content`, only its result counts as a change.
 */
export const stateSource = <Entity extends object>(
  entity: abstract new (...args: never[]) => Entity,
  key: (entity: Entity) => string | null,
  content?: (entity: Entity) => unknown,
): StateSource => ({
  entity,
  key: key as StateSource['key'],
  ...(content && { content: (row) => JSON.stringify(content(row as Entity)) }),
});

/** The public state of an aggregate, published after each change of a source. `read` sees the transaction's changes; null means deleted. */
export interface PublishedState<State = unknown> {
  type: string;
  /** Without any, only `publishAgain` publishes the state. */
  sources: readonly StateSource[];
  read: (tx: Transaction, key: string) => Promise<State | null>;
  /** Makes the state from its only row in memory, without `read`. See `stateOfRow`. */
  readonly of?: (row: object) => State;
}

/** A state of one row, found by a column. `of` gets the changed entity in memory, so SQL must not write the row. */
export function stateOfRow<Row extends object, State>(
  type: string,
  entity: (abstract new (...args: never[]) => Row) & (new () => Row),
  { key, of }: { key: { [Name in keyof Row]: Row[Name] extends string ? Name : never }[keyof Row] & string; of: (row: Row) => State },
): PublishedState<State> {
  return {
    type,
    sources: [stateSource<Row>(entity, (row) => row[key] as string)],
    read: async ({ em }, value) => {
      const row = await em.findOne(entity, { [key]: value } as never);
      return row && of(row as Row);
    },
    of: of as (row: object) => State,
  };
}

/** A part of a webhook payload: a row of a resource with all or some fields. `part` declares it. */
export interface PayloadPart<Model = unknown> {
  readonly declaration: number;
  readonly resource: Resource;
  readonly gid: string;
  readonly parent: ParentFilter | undefined;
  readonly fields: readonly string[];
  /** The type of the part, for the compiler only. */
  readonly '~model'?: (model: Model) => Model;
}

/** A part of one of several types: `Price | Omit<Price, 'gid'>`. */
type PartOf<Model> = Model extends unknown ? PayloadPart<Model> : never;

/** A webhook payload: an object of these parts in this order, each as the API shows it. */
export interface WebhookPayload<Parts = Readonly<Record<string, unknown>>> {
  /** The reader: `managerOf(organization)`, so every manager gets the same. */
  as: Principal;
  parts: { readonly [Name in keyof Parts]: PartOf<Parts[Name]> };
  /** Read before the flush, while removed rows are still there. */
  isOfRemoved?: true;
}

/**
 * The webhook payloads of a service, by event type: `satisfies WebhookPayloads<OrderingFacts, OrderingPayloads>`, both generated from
 * openapi/events. A function gets the published fact and its key.
 */
export type WebhookPayloads<Facts, Parts> = {
  readonly [Type in keyof Parts & keyof Facts]: (fact: Omit<Facts[Type], 'payload'>, key: string) => WebhookPayload<Parts[Type]>;
};

/** The table of some service. */
// oxlint-disable-next-line typescript/no-explicit-any -- the facts differ by event type
export type AnyWebhookPayloads = Readonly<Record<string, (fact: any, key: string) => WebhookPayload<any>>>;

let declarations = 0;

/**
 * Declares a part: a row of a resource, as a single read shows it. `without` omits fields that depend on the reader; `only` is for
 * references. Declare it once, beside the table of payloads: libs/data compiles the statement of each declaration once.
 */
export function part<Model, Left extends keyof Model & string = never, Only extends keyof Model & string = keyof Model & string>(
  resource: Resource<Model>,
  { without = [], only }: { without?: readonly Left[]; only?: readonly Only[] } = {},
): (gid: string, parent?: ParentFilter) => PayloadPart<Omit<Pick<Model, Only>, Left>> {
  const of = resource as unknown as Resource;
  const declaration = (declarations += 1);
  const fields = (only ?? Object.keys(fieldsOf(of))).filter((name) => !(without as readonly string[]).includes(name));
  return (gid, parent) => ({ declaration, resource: of, gid, parent, fields });
}

/** A state to publish though no entity of it changed. `isLocked` and `state`: see `publishAgain`. */
export interface RepublishedState extends StateKey {
  isLocked?: boolean;
  state?: object | undefined;
}

/** `DELETE_EARLY`: a new row with the same unique value takes the place of this one. */
const removals: ReadonlySet<ChangeSetType> = new Set([ChangeSetType.DELETE, ChangeSetType.DELETE_EARLY]);

/** Whether writers must take the state's lock: it has several sources, or none. The writer of a single row has locked it. */
const needsLock = ({ sources }: PublishedState): boolean => sources.length !== 1;

/** The changed states of a transaction, by key: with the changed row, or without it where the state must be read. */
type ChangedRows = Map<PublishedState, Map<string, object | undefined>>;

interface ChangedState extends PublishedState, StateKey {
  row: object | undefined;
  republished: RepublishedState | undefined;
}

/** The states and payloads that a service publishes. Collects the changed aggregates of each transaction. One per database. */
export class Publications implements EventSubscriber {
  readonly webhookPayloads: AnyWebhookPayloads;
  readonly #states: readonly PublishedState[];
  /** By class: the states that an entity is a source of. */
  readonly #sources = new Map<unknown, (StateSource & { state: PublishedState })[]>();
  readonly #changed = new WeakMap<EntityManager, ChangedRows>();

  constructor(states: readonly PublishedState[], webhookPayloads: AnyWebhookPayloads = {}) {
    this.#states = states;
    this.webhookPayloads = webhookPayloads;
  }

  /** Whether the service owns states of this type. */
  publishes(type: string): boolean {
    return this.#states.some((state) => state.type === type);
  }

  afterFlush({ em, uow }: FlushEventArgs): void {
    for (const change of uow.getChangeSets()) {
      const { entity } = change;
      const sources = this.#sourcesOf(entity);
      if (sources.length === 0) continue;
      const before = rowBefore(change, em.getPlatform());
      for (const { state, key, content } of sources) {
        if (before && content && content(before) === content(entity)) continue;
        if (before) this.#add(em as EntityManager, state, key(before));
        this.#add(em as EntityManager, state, key(entity), removals.has(change.type) ? undefined : entity);
      }
    }
  }

  #sourcesOf(entity: object): readonly (StateSource & { state: PublishedState })[] {
    const known = this.#sources.get(entity.constructor);
    if (known) return known;
    const found = this.#states.flatMap((state) =>
      state.sources.filter(({ entity: kind }) => entity instanceof kind).map((source) => ({ ...source, state })),
    );
    this.#sources.set(entity.constructor, found);
    return found;
  }

  /** Without `row`, which the transaction has written under this key, the state is read. */
  #add(em: EntityManager, state: PublishedState, key: string | null, row?: object): void {
    if (key === null) return;
    const changed: ChangedRows = this.#changed.get(em) ?? new Map();
    this.#changed.set(em, changed);
    changed.set(state, (changed.get(state) ?? new Map<string, object | undefined>()).set(key, row));
  }

  /** The states that changed in the transaction since the last call, and those of `again`. Flush first. */
  async collect(tx: Transaction, again: readonly RepublishedState[] = []): Promise<StateRecord[]> {
    const byName = new Map<string, RepublishedState>();
    for (const each of again) {
      const published = this.#states.find(({ type }) => type === each.type);
      if (!published) throw new Error(`${each.type} is no state of this service`);
      if (!each.isLocked && !needsLock(published))
        throw new Error(`${each.type} is made of one row, which must be locked before it is published again`);
      this.#add(tx.em, published, each.key);
      byName.set(stateName(each), each);
    }
    const changed: ChangedState[] = [];
    for (const [published, rows] of this.#changed.get(tx.em) ?? [])
      for (const [key, row] of rows)
        changed.push({ ...published, key, row, republished: byName.get(stateName({ type: published.type, key })) });
    this.#changed.delete(tx.em);
    // Without the lock, two writers of a state of several rows would each publish it without the other's row.
    // The writers of a single row have locked the row.
    const unlocked = changed.filter((state) => needsLock(state) && !state.republished?.isLocked);
    if (unlocked.length > 0) await lockStates(tx, unlocked);
    const states: StateRecord[] = [];
    for (const { type, key, read, of, row, republished } of changed)
      states.push({ type, key, state: republished?.state ?? (of && row ? of(row) : await read(tx, key)) });
    return states;
  }
}

/** The row before its change, with the getters of its class; null for a new one. MikroORM keeps it as it is stored: a bigint as text. */
function rowBefore({ entity, originalEntity, meta }: ChangeSet<object>, platform: Platform): object | null {
  if (!originalEntity) return null;
  const types = meta.properties as Record<string, { customType?: Type }>;
  const columns = Object.entries(originalEntity).map(([name, stored]: [string, unknown]) => {
    const type = types[name]?.customType;
    return [name, type && stored != null ? (type.convertToJSValue(stored as never, platform) as unknown) : stored] as const;
  });
  const properties = Object.getOwnPropertyDescriptors(Object.fromEntries(columns));
  return Object.create(Object.getPrototypeOf(entity) as object, properties) as object;
}
