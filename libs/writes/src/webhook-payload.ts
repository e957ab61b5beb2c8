import { fieldsOf, readSeveral, type Resource, type Transaction, type ParentFilter } from '@partner-ordering/data';
import { notFound, type Principal } from '@partner-ordering/kernel';
import type { FactRecord } from '@partner-ordering/messaging';

/** A part of a webhook payload: a row of a resource with all or some fields. `part` declares it. */
export interface PayloadPart<Model = unknown> {
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

/**
 * Declares a part: a row of a resource, as a single read shows it. `without` omits fields that depend on the reader; `only` is for
 * references. Declare it once, beside the table of payloads: libs/data compiles the statement of each declaration once.
 */
export function part<Model, Left extends keyof Model & string = never, Only extends keyof Model & string = keyof Model & string>(
  resource: Resource<Model>,
  { without = [], only }: { without?: readonly Left[]; only?: readonly Only[] } = {},
): (gid: string, parent?: ParentFilter) => PayloadPart<Omit<Pick<Model, Only>, Left>> {
  const of = resource as unknown as Resource;
  const fields = (only ?? Object.keys(fieldsOf(of))).filter((name) => !(without as readonly string[]).includes(name));
  return (gid, parent) => ({ resource: of, gid, parent, fields });
}

/**
 * Flushes a transaction. Returns its facts with their webhook payloads: JSON text in `payload`, since the outbox would reorder an object.
 * Each row is read once. An unreadable part fails the transaction, so nothing changes without its event.
 */
export async function flushWithPayloads(
  tx: Transaction,
  facts: readonly FactRecord[],
  webhookPayloads: AnyWebhookPayloads,
): Promise<FactRecord[]> {
  const declared = facts.map((fact) => ({ fact, payload: webhookPayloads[fact.type]?.(fact.data, fact.key) }));
  const texts: TextsOfParts = new Map();
  await readParts(tx, declared, { ofRemoved: true, texts });
  await tx.em.flush();
  await readParts(tx, declared, { ofRemoved: false, texts });
  return declared.map(({ fact, payload }) =>
    payload ? { ...fact, data: { ...(fact.data as object), payload: payloadText(fact, payload, texts) } } : fact,
  );
}

type TextsOfParts = Map<PayloadPart, string | undefined>;

/** Reads rows of the same declaration and reader in one statement. */
async function readParts(
  tx: Transaction,
  declared: readonly { payload: WebhookPayload | undefined }[],
  { ofRemoved, texts }: { ofRemoved: boolean; texts: TextsOfParts },
): Promise<void> {
  const wanted: { as: Principal; part: PayloadPart }[] = [];
  for (const { payload } of declared) {
    if (!payload || (payload.isOfRemoved ?? false) !== ofRemoved) continue;
    for (const part of Object.values<PayloadPart>(payload.parts)) wanted.push({ as: payload.as, part });
  }
  for (const ofDeclaration of Map.groupBy(wanted, ({ part }) => part.fields).values()) {
    for (const group of Map.groupBy(ofDeclaration, ({ as, part: { parent } }) => JSON.stringify([as, parent])).values()) {
      const [{ as: principal, part }] = group as [{ as: Principal; part: PayloadPart }];
      const { resource, fields, parent } = part;
      const gids = [...new Set(group.map(({ part: { gid } }) => gid))];
      const found = await readSeveral(tx, resource, { gids, principal, fields, ...(parent && { parent }) });
      for (const each of group) texts.set(each.part, found.get(each.part.gid));
    }
  }
}

function payloadText({ type, key }: FactRecord, { parts }: WebhookPayload, texts: TextsOfParts): string {
  const fields = Object.entries<PayloadPart>(parts).map(([name, part]) => {
    const text = texts.get(part);
    // A fault of ours, not a 404: the table of payloads is wrong, or a row was removed too early.
    if (text === undefined) throw new Error(`The fact ${type} of ${key} cannot show its ${name}`, { cause: notFound(part.resource.noun) });
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${fields.join(',')}}`;
}
