import type { Transaction } from '@partner-ordering/data';

/** The states and facts that a service follows; generated from its event document as the constant `follows`. */
export interface Follows {
  /** By service and type: the fields of states that the replica holds. */
  readonly states?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By service. */
  readonly facts?: Readonly<Record<string, FollowedFacts>>;
}

export interface FollowedFacts {
  /** The beginning of a new group: with all events of the topic, or with those from now on. */
  readonly from: 'start' | 'end';
  /** Event types: `project.published`. */
  readonly types: readonly string[];
}

/** The topics to read: `identity.state`, `ordering.facts`. */
export const topicsOf = ({ states = {}, facts = {} }: Follows): string[] => [
  ...Object.keys(states).map((service) => `${service}.state`),
  ...Object.keys(facts).map((service) => `${service}.facts`),
];

/** One followed type of states, with the topic that carries it. */
export interface FollowedType {
  topic: string;
  type: string;
  fields: readonly string[];
}

export const followedTypes = ({ states = {} }: Follows): FollowedType[] =>
  Object.entries(states).flatMap(([service, types]) =>
    Object.entries(types).map(([type, fields]) => ({ topic: `${service}.state`, type, fields })),
  );

/** The types of all followed events: `user.state`, `project.published`. */
export const followedEvents = (follows: Follows): Set<string> =>
  new Set([
    ...followedTypes(follows).map(({ type }) => `${type}.state`),
    ...Object.values(follows.facts ?? {}).flatMap(({ types }) => types),
  ]);

/** The declared fields of a state, by its type; handlers get no others. */
export type DeclaredFields = ReadonlyMap<string, readonly string[]>;

export const declaredFields = (follows: Follows): DeclaredFields =>
  new Map(followedTypes(follows).map(({ type, fields }) => [type, fields]));

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
