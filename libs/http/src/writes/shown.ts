import { fieldsOf, readOne, type Resource, type Transaction, type Within } from '@partner-ordering/data';
import { Failure, type Principal } from '@partner-ordering/kernel';
import type { FactRecord } from '@partner-ordering/messaging';

/** One part of what a fact shows: a row of a resource, all fields of it or some. `part` makes it. */
export interface ShownPart<Model = unknown> {
  readonly resource: Resource;
  readonly gid: string;
  readonly within?: Within;
  readonly fields: readonly string[];
  /** Exactly this is shown. For the compiler alone. */
  readonly '~model'?: (model: Model) => Model;
}

/** A part that shows this, or one of several: `Price | Omit<Price, 'gid'>` is all of it, or what everybody may see. */
type PartOf<Model> = Model extends unknown ? ShownPart<Model> : never;

/** What partners are told of a fact: an object with these parts, in this order, each in the representation of the API. */
export interface Shown<Parts = Readonly<Record<string, unknown>>> {
  /** As whom it is read: `managerOf(organization)`, so that it is what every manager gets. */
  as: Principal;
  parts: { readonly [Name in keyof Parts]: PartOf<Parts[Name]> };
  /** It is read while the rows that the transaction removes are still there, and so before its last changes are written. */
  isOfRemoved?: true;
}

/**
 * What each fact of a service shows, by event type: `satisfies Shows<OrderingFacts, OrderingShown>`, two types that are generated from the
 * facts of openapi/events and their `x-webhook`. A function gets the fact as it was published, and its key.
 */
export type Shows<Facts, Parts> = {
  readonly [Type in keyof Parts & keyof Facts]: (fact: Omit<Facts[Type], 'shown'>, key: string) => Shown<Parts[Type]>;
};

/** The table of some service. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the facts differ by event type
export type AnyShows = Readonly<Record<string, (fact: any, key: string) => Shown<any>>>;

/**
 * A row of a resource as a part, found as a single read finds it. `without` leaves fields out that depend on who reads; `only` is for
 * references.
 */
export function part<Model, Left extends keyof Model & string = never, Only extends keyof Model & string = keyof Model & string>(
  resource: Resource<Model>,
  gid: string,
  { within, without = [], only }: { within?: Within; without?: readonly Left[]; only?: readonly Only[] } = {},
): ShownPart<Omit<Pick<Model, Only>, Left>> {
  const of = resource as unknown as Resource;
  const fields = (only ?? Object.keys(fieldsOf(of))).filter((name) => !(without as readonly string[]).includes(name));
  return { resource: of, gid, fields, ...(within && { within }) };
}

/**
 * The facts of a transaction, those of which `shows` says something with what they show: JSON text in `shown`, since an object would lose
 * the order of its fields in the outbox. Facts of removed rows come before the flush, the others after it; each row is read once. What
 * cannot be read is a fault of ours and fails the transaction, so that nothing happens of which partners are not told.
 */
export async function showFacts(
  tx: Transaction,
  facts: readonly FactRecord[],
  shows: AnyShows,
  { ofRemoved }: { ofRemoved: boolean },
): Promise<FactRecord[]> {
  const read = rowsReadOnce(tx);
  const told: FactRecord[] = [];
  for (const fact of facts) {
    const shown = shows[fact.type]?.(fact.data, fact.key);
    const isDue = shown !== undefined && (shown.isOfRemoved ?? false) === ofRemoved;
    told.push(isDue ? { ...fact, data: { ...(fact.data as object), shown: await textOf(fact, shown, read) } } : fact);
  }
  return told;
}

type Read = (as: Principal, part: ShownPart) => Promise<string>;

async function textOf({ type, key }: FactRecord, { as, parts }: Shown, read: Read): Promise<string> {
  const texts: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    try {
      texts.push(`${JSON.stringify(name)}:${await read(as, part)}`);
    } catch (cause) {
      // What is not found would be 404 to a client. Here the table of what facts show is wrong, or a row was removed too early.
      if (!(cause instanceof Failure)) throw cause;
      throw new Error(`The fact ${type} of ${key} cannot show its ${name}`, { cause });
    }
  }
  return `{${texts.join(',')}}`;
}

function rowsReadOnce(tx: Transaction): Read {
  const rows = new Map<Resource, Map<string, string>>();
  return async (as, { resource, gid, within, fields }) => {
    const known = rows.get(resource) ?? new Map<string, string>();
    rows.set(resource, known);
    const name = JSON.stringify([as, gid, within, fields]);
    const text = known.get(name) ?? (await readOne(tx, resource, { gid, fields, principal: as, ...(within && { within }) }));
    known.set(name, text);
    return text;
  };
}
