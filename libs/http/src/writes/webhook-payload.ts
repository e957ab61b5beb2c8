import { fieldsOf, readSeveral, type Resource, type Transaction, type Within } from '@partner-ordering/data';
import { notFound, type Principal } from '@partner-ordering/kernel';
import type { FactRecord } from '@partner-ordering/messaging';

/** One part of what a fact shows: a row of a resource, all fields of it or some. `part` makes it. */
export interface PayloadPart<Model = unknown> {
  readonly resource: Resource;
  readonly gid: string;
  readonly within?: Within;
  readonly fields: readonly string[];
  /** Exactly this is shown. For the compiler alone. */
  readonly '~model'?: (model: Model) => Model;
}

/** A part that shows this, or one of several: `Price | Omit<Price, 'gid'>` is all of it, or what everybody may see. */
type PartOf<Model> = Model extends unknown ? PayloadPart<Model> : never;

/** What partners are told of a fact: an object with these parts, in this order, each in the representation of the API. */
export interface WebhookPayload<Parts = Readonly<Record<string, unknown>>> {
  /** As whom it is read: `managerOf(organization)`, so that it is what every manager gets. */
  as: Principal;
  parts: { readonly [Name in keyof Parts]: PartOf<Parts[Name]> };
  /** It is read while the rows that the transaction removes are still there, and so before its last changes are written. */
  isOfRemoved?: true;
}

/**
 * What each fact of a service shows, by event type: `satisfies WebhookPayloads<OrderingFacts, OrderingPayloads>`, two types that are
 * generated from the facts of openapi/events and their `x-webhook`. A function gets the fact as it was published, and its key.
 */
export type WebhookPayloads<Facts, Parts> = {
  readonly [Type in keyof Parts & keyof Facts]: (fact: Omit<Facts[Type], 'shown'>, key: string) => WebhookPayload<Parts[Type]>;
};

/** The table of some service. */
// oxlint-disable-next-line typescript/no-explicit-any -- the facts differ by event type
export type AnyWebhookPayloads = Readonly<Record<string, (fact: any, key: string) => WebhookPayload<any>>>;

/**
 * A row of a resource as a part, found as a single read finds it. `without` leaves fields out that depend on who reads; `only` is for
 * references.
 */
export function part<Model, Left extends keyof Model & string = never, Only extends keyof Model & string = keyof Model & string>(
  resource: Resource<Model>,
  gid: string,
  { within, without = [], only }: { within?: Within; without?: readonly Left[]; only?: readonly Only[] } = {},
): PayloadPart<Omit<Pick<Model, Only>, Left>> {
  const of = resource as unknown as Resource;
  const fields = (only ?? Object.keys(fieldsOf(of))).filter((name) => !(without as readonly string[]).includes(name));
  return { resource: of, gid, fields, ...(within && { within }) };
}

/**
 * The facts of a transaction, those in `webhookPayloads` with their payload: JSON text in `shown`, since an object would lose the order of
 * its fields in the outbox. Facts of removed rows come before the flush, the others after it; each row is read once. What cannot be read
 * is a fault of ours and fails the transaction, so that nothing happens of which partners are not told.
 */
export async function withWebhookPayloads(
  tx: Transaction,
  facts: readonly FactRecord[],
  webhookPayloads: AnyWebhookPayloads,
  { ofRemoved }: { ofRemoved: boolean },
): Promise<FactRecord[]> {
  const due = facts.map((fact) => {
    const shown = webhookPayloads[fact.type]?.(fact.data, fact.key);
    return { fact, shown: shown !== undefined && (shown.isOfRemoved ?? false) === ofRemoved ? shown : undefined };
  });
  const textOfPart = await readParts(tx, due.flatMap(({ shown }) => (shown ? Object.values(shown.parts).map((part) => ({ as: shown.as, part })) : []))); // oxfmt-ignore
  return due.map(({ fact, shown }) =>
    shown ? { ...fact, data: { ...(fact.data as object), shown: textOf(fact, shown, textOfPart) } } : fact,
  );
}

function textOf({ type, key }: FactRecord, { as, parts }: WebhookPayload, textOfPart: TextOfPart): string {
  const texts = Object.entries(parts).map(([name, part]: [string, PayloadPart]) => {
    const text = textOfPart(as, part);
    // Not found would be 404 to a client. Here the table of what facts show is wrong, or a row was removed too early.
    if (text === undefined) throw new Error(`The fact ${type} of ${key} cannot show its ${name}`, { cause: notFound(part.resource.noun) });
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${texts.join(',')}}`;
}

type TextOfPart = (as: Principal, part: PayloadPart) => string | undefined;

/** Reads each row once, and rows of which the same is shown to the same reader in one statement. */
async function readParts(tx: Transaction, wanted: readonly { as: Principal; part: PayloadPart }[]): Promise<TextOfPart> {
  const kindOf = (as: Principal, { within, fields }: PayloadPart): string => JSON.stringify([as, within, fields]);
  const texts = new Map<Resource, Map<string, Map<string, string>>>();
  for (const [resource, ofResource] of Map.groupBy(wanted, ({ part }) => part.resource)) {
    const kinds = new Map<string, Map<string, string>>();
    for (const [kind, [one, ...others]] of Map.groupBy(ofResource, ({ as, part }) => kindOf(as, part))) {
      const { as: principal, part: { fields, within } } = one!; // oxfmt-ignore
      const gids = [...new Set([one!, ...others].map(({ part }) => part.gid))];
      kinds.set(kind, await readSeveral(tx, resource, { gids, principal, fields, ...(within && { within }) }));
    }
    texts.set(resource, kinds);
  }
  return (as, part) => texts.get(part.resource)?.get(kindOf(as, part))?.get(part.gid);
}
