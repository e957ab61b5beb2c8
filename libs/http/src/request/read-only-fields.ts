import type { Detail } from '@partner-ordering/kernel';
import { isDeepStrictEqual } from 'node:util';
import { shownSchema, type ApiDocument, type Schema } from '../runtime/document.ts';
import { bodySchema, fieldAt, fieldOf, mayBe } from '../runtime/schemas.ts';
import { faultTexts } from './fault-texts.ts';
import type { Fault, Place } from './faults.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Fields that change with every write, in every resource. Others have `x-changing` in the document. */
const alwaysChanging = new Set(['modified_at', 'updated_at']);
const unknownField = new Set(['additionalProperties', 'unevaluatedProperties', 'readOnly']);

/** Separates faults that a client makes by writing back what it has read. */
export function readOnlyFieldsIn(
  document: ApiDocument,
  { path, method }: Place,
  body: unknown,
  faults: readonly Fault[],
): { readOnlyFields: ReadOnlyFields | undefined; wrong: readonly Fault[] } {
  const read = method === 'put' && faults.length > 0 ? document.paths[path]?.['get'] : undefined;
  const shown = read && shownSchema(document, read);
  const taken = bodySchema(document, path, method);
  if (!shown || !taken || !isFields(body)) return { readOnlyFields: undefined, wrong: faults };
  const readOnly = faults.filter((fault) => isShown(document, shown, fault));
  const isRead = readOnly.some(({ segments }) => segments.length === 1);
  const open = faults.filter((fault) => readOnly.includes(fault) || mayBeShown(document, shown, { body, isRead }, fault));
  const wrong = faults.filter((fault) => !open.includes(fault));
  return { readOnlyFields: open.length > 0 ? new ReadOnlyFields(document, { shown, taken }, open) : undefined, wrong };
}

/** Whether an operation does not take a field that the resource has. */
function isShown(document: ApiDocument, shown: Schema, { place, segments, keyword }: Fault): boolean {
  return place === 'body' && unknownField.has(keyword) && fieldAt(document, shown, segments) !== undefined;
}

/** Whether a refused value may be the present one: `null`, or any value in a body with read-only fields, which was read before. */
function mayBeShown(
  document: ApiDocument,
  shown: Schema,
  { body, isRead }: { body: Fields; isRead: boolean },
  { place, segments, keyword }: Fault,
): boolean {
  const [name] = segments;
  if (place !== 'body' || name === undefined || !Object.hasOwn(body, name) || unknownField.has(keyword)) return false;
  const field = fieldOf(document, shown).properties?.[name];
  return field !== undefined && (isRead || body[name] === null) && mayBe(document, field, body[name]);
}

/** Fields and values of a body that the operation refuses but the resource shows. Present values are left out, others refused. */
export class ReadOnlyFields {
  readonly #document: ApiDocument;
  readonly #schemas: { shown: Schema; taken: Schema };
  readonly #faults: readonly Fault[];

  constructor(document: ApiDocument, schemas: { shown: Schema; taken: Schema }, faults: readonly Fault[]) {
    this.#document = document;
    this.#schemas = schemas;
    this.#faults = faults;
  }

  /** The details while the present values are unknown. */
  get details(): Detail[] {
    return this.#faults.map(({ path, message, keyword }) => ({
      path,
      message: unknownField.has(keyword) ? faultTexts.readOnly : message,
    }));
  }

  /** Removes present values and fields that change by themselves; returns a detail for each other one. The caller sees `present`. */
  settle(body: Fields, present: Fields): Detail[] {
    const given = structuredClone(body);
    const details = this.#faults
      .filter(({ keyword }) => unknownField.has(keyword))
      .flatMap((fault) => this.#readOnly(fault, body, present));
    const isSame = (name: string): boolean =>
      isDeepStrictEqual(given[name], present[name]) ||
      isDeepStrictEqual(this.#writable(body[name], [name]), this.#writable(present[name], [name]));
    for (const { path, segments, message, keyword } of this.#faults) {
      if (unknownField.has(keyword)) continue;
      const name = segments[0]!;
      if (isSame(name)) delete body[name];
      else details.push({ path, message });
    }
    // A body with a read-only field was read before. Unchanged fields are no changes either.
    if (this.#faults.some(({ keyword, segments }) => unknownField.has(keyword) && segments.length === 1)) this.#leaveOut(body, isSame);
    return details;
  }

  /** Removes unchanged fields, except for `x-kept-with` beside changed ones. */
  #leaveOut(body: Fields, isSame: (name: string) => boolean): void {
    const unchanged = Object.keys(body).filter(isSame);
    const changed = new Set(Object.keys(body).filter((name) => !unchanged.includes(name)));
    const { properties = {} } = fieldOf(this.#document, this.#schemas.taken);
    for (const name of unchanged) {
      const { 'x-kept-with': beside = [] } = properties[name] ?? {};
      if (!beside.some((other) => changed.has(other))) delete body[name];
    }
  }

  /** Removes a read-only field from the body. A value that differs from the resource's gives a detail. */
  #readOnly({ path, segments }: Fault, body: Fields, present: Fields): Detail[] {
    const holder = segments.slice(0, -1).reduce((at: Beside, name) => inside(at, name), { given: body, present });
    const name = segments.at(-1)!;
    const { given, present: now } = inside(holder, name);
    if (isFields(holder.given)) delete holder.given[name];
    const isChanging = alwaysChanging.has(name) || fieldAt(this.#document, this.#schemas.shown, segments)?.['x-changing'] === true;
    return isChanging || isDeepStrictEqual(given, now) ? [] : [{ path, message: faultTexts.readOnly }];
  }

  /** The part of a shown value that the operation takes: of a reference its gid. */
  #writable(value: unknown, path: string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#writable(item, [...path, '0']));
    const { properties } = fieldAt(this.#document, this.#schemas.taken, path) ?? {};
    if (!isFields(value) || !properties) return value;
    if (properties['gid']) return value['gid'];
    const taken = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
    return Object.fromEntries(taken.map(([name, part]) => [name, this.#writable(part, [...path, name])]));
  }
}

/** The same place in the body and in the resource. */
interface Beside {
  given: unknown;
  present: unknown;
}

/** One step further in both. Items of a list match by gid. */
function inside({ given, present }: Beside, name: string): Beside {
  if (!Array.isArray(given))
    return { given: isFields(given) ? given[name] : undefined, present: isFields(present) ? present[name] : undefined };
  const item = given[Number(name)] as unknown;
  const items = Array.isArray(present) ? (present as unknown[]) : [];
  const gid = isFields(item) ? item['gid'] : undefined;
  return { given: item, present: gid === undefined ? items[Number(name)] : items.find((one) => isFields(one) && one['gid'] === gid) };
}
