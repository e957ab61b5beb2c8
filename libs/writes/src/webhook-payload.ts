import { fieldsOf, readSeveral, type Resource, type Transaction, type Within } from '@partner-ordering/data';
import { notFound, type Principal } from '@partner-ordering/kernel';
import type { FactRecord } from '@partner-ordering/messaging';

/** A part of a webhook payload: a row of a resource with all or some fields. `part` makes it. */
export interface PayloadPart<Model = unknown> {
  readonly resource: Resource;
  readonly gid: string;
  readonly within?: Within;
  readonly fields: readonly string[];
  /** The shown type, for the compiler only. */
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
  readonly [Type in keyof Parts & keyof Facts]: (fact: Omit<Facts[Type], 'shown'>, key: string) => WebhookPayload<Parts[Type]>;
};

/** The table of some service. */
// oxlint-disable-next-line typescript/no-explicit-any -- the facts differ by event type
export type AnyWebhookPayloads = Readonly<Record<string, (fact: any, key: string) => WebhookPayload<any>>>;

/** A row of a resource as a part, as a single read shows it. `without` omits fields that depend on the reader; `only` is for references. */
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
 * Adds webhook payloads to facts, as JSON text in `shown`, since the outbox would reorder an object. Facts of removed rows come before the
 * flush. Each row is read once. An unreadable part fails the transaction, so nothing changes without its event.
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
  const texts = await readParts(tx, due.flatMap(({ shown }) => (shown ? Object.values(shown.parts).map((part) => ({ as: shown.as, part })) : []))); // oxfmt-ignore
  return due.map(({ fact, shown }) => (shown ? { ...fact, data: { ...(fact.data as object), shown: textOf(fact, shown, texts) } } : fact));
}

type TextsOfParts = ReadonlyMap<PayloadPart, string | undefined>;

function textOf({ type, key }: FactRecord, { parts }: WebhookPayload, texts: TextsOfParts): string {
  const fields = Object.entries(parts).map(([name, part]: [string, PayloadPart]) => {
    const text = texts.get(part);
    // A fault of ours, not a 404: the table of payloads is wrong, or a row was removed too early.
    if (text === undefined) throw new Error(`The fact ${type} of ${key} cannot show its ${name}`, { cause: notFound(part.resource.noun) });
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${fields.join(',')}}`;
}

/** Reads each row once, and rows with the same reader and fields in one statement. */
async function readParts(tx: Transaction, wanted: readonly { as: Principal; part: PayloadPart }[]): Promise<TextsOfParts> {
  const texts = new Map<PayloadPart, string | undefined>();
  for (const [resource, ofResource] of Map.groupBy(wanted, ({ part }) => part.resource)) {
    for (const group of Map.groupBy(ofResource, ({ as, part: { within, fields } }) => JSON.stringify([as, within, fields])).values()) {
      const { as: principal, part: { fields, within } } = group[0]!; // oxfmt-ignore
      const gids = [...new Set(group.map(({ part }) => part.gid))];
      const found = await readSeveral(tx, resource, { gids, principal, fields, ...(within && { within }) });
      for (const { part } of group) texts.set(part, found.get(part.gid));
    }
  }
  return texts;
}
