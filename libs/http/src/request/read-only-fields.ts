import type { Detail } from '@partner-ordering/kernel';
import { isDeepStrictEqual } from 'node:util';
import {
  answerSchema,
  bodySchema,
  type Document,
  type Endpoint,
  fieldAt,
  fieldOf,
  mayBe,
  operationAt,
  type Schema,
} from '@partner-ordering/openapi';
import { detailsOf, MAX_DETAILS, pathOf, type Fault } from './faults.ts';
import { faults as httpFaults } from '../faults.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Fields that change with every write, in every resource. Others have `x-changing` in the document. */
const alwaysChanging = new Set(['modified_at', 'updated_at']);
const unknownField = new Set(['additionalProperties', 'unevaluatedProperties', 'readOnly']);

/** Separates faults that a client makes by writing back what it has read. */
export function readOnlyFieldsIn(
  document: Document,
  route: Endpoint,
  body: unknown,
  faults: readonly Fault[],
): { readOnlyFields: ReadOnlyFields | undefined; wrong: readonly Fault[] } {
  const readSchema = faults.length > 0 ? readSchemaOf(document, route) : undefined;
  const writeSchema = bodySchema(document, operationAt(document, route));
  if (!readSchema || !writeSchema || !isFields(body)) return { readOnlyFields: undefined, wrong: faults };
  const isReadOnly = ({ place, segments, keyword }: Fault): boolean =>
    place === 'body' && unknownField.has(keyword) && fieldAt(document, readSchema, segments) !== undefined;
  const isBlank = ({ place, segments, keyword }: Fault): boolean =>
    place === 'body' && keyword === 'format' && fieldAt(document, writeSchema, segments)?.format === 'label';
  const isRead = faults.every(isBlank) || faults.some((fault) => fault.segments.length === 1 && isReadOnly(fault));
  const { properties = {} } = fieldOf(document, readSchema);
  // A refused value may be the present one: `null`, a blank label, or any value in a body with read-only fields, which was read before.
  const mayBePresent = new Set(
    Object.keys(body).filter(
      (name) => Object.hasOwn(properties, name) && (isRead || body[name] === null) && mayBe(document, properties[name]!, body[name]),
    ),
  );
  const isOpen = (fault: Fault): boolean =>
    unknownField.has(fault.keyword) ? isReadOnly(fault) : fault.place === 'body' && mayBePresent.has(fault.segments[0] ?? '');
  const { open = [], wrong = [] } = Object.groupBy(faults, (fault) => (isOpen(fault) ? 'open' : 'wrong'));
  return { readOnlyFields: open.length > 0 ? new ReadOnlyFields(document, route, { readSchema, writeSchema }, open) : undefined, wrong };
}

/** The schema of what a client may have read and writes back; undefined where nothing is. */
export function readSchemaOf(document: Document, { path, method }: Endpoint): Schema | undefined {
  const read = method === 'put' ? document.paths[path]?.['get'] : undefined;
  return read && answerSchema(document, read);
}

/** Fields and values of a body that the operation refuses but the resource shows. Present values are left out, others refused. */
export class ReadOnlyFields {
  readonly #document: Document;
  readonly #route: Endpoint;
  readonly #schemas: { readSchema: Schema; writeSchema: Schema };
  readonly #faults: readonly Fault[];

  constructor(document: Document, route: Endpoint, schemas: { readSchema: Schema; writeSchema: Schema }, faults: readonly Fault[]) {
    this.#document = document;
    this.#route = route;
    this.#schemas = schemas;
    this.#faults = faults;
  }

  /** The details while the present values are unknown. */
  get details(): Detail[] {
    return detailsOf(
      this.#document,
      this.#route,
      this.#faults.map((fault) => ({ ...fault, keyword: unknownField.has(fault.keyword) ? 'readOnly' : fault.keyword })),
    );
  }

  /** Removes present values and fields that change by themselves; returns a detail for each other one. The caller sees `present`. */
  settle(body: Fields, present: Fields): Detail[] {
    const original = structuredClone(body);
    const { readOnly = [], refused = [] } = Object.groupBy(this.#faults, ({ keyword }) =>
      unknownField.has(keyword) ? 'readOnly' : 'refused',
    );
    const details = readOnly.flatMap((fault) => this.#readOnly(fault, body, present));
    const isSame = (name: string): boolean =>
      isDeepStrictEqual(original[name], present[name]) ||
      isDeepStrictEqual(this.#writable(body[name], [name]), this.#writable(present[name], [name]));
    for (const [name, faults] of Map.groupBy(refused, ({ segments }) => segments[0]!)) {
      if (isSame(name)) delete body[name];
      else details.push(...detailsOf(this.#document, this.#route, faults));
    }
    // A body with a read-only field was read before. Unchanged fields are no changes either.
    if (readOnly.some(({ segments }) => segments.length === 1)) this.#leaveOut(body, isSame);
    return details.slice(0, MAX_DETAILS);
  }

  /** Removes unchanged fields, except for `x-kept-with` beside changed ones. */
  #leaveOut(body: Fields, isSame: (name: string) => boolean): void {
    const unchanged = Object.keys(body).filter(isSame);
    const changed = new Set(Object.keys(body).filter((name) => !unchanged.includes(name)));
    const { properties = {} } = fieldOf(this.#document, this.#schemas.writeSchema);
    for (const name of unchanged) {
      const { 'x-kept-with': companions = [] } = properties[name] ?? {};
      if (!companions.some((other) => changed.has(other))) delete body[name];
    }
  }

  /** Removes a read-only field from the body. A value that differs from the resource's gives a detail. */
  #readOnly(fault: Fault, body: Fields, present: Fields): Detail[] {
    const { segments } = fault;
    const holder = segments.slice(0, -1).reduce((at: FieldPair, name) => fieldPairAt(at, name), { given: body, present });
    const name = segments.at(-1)!;
    const { given, present: presentValue } = fieldPairAt(holder, name);
    if (isFields(holder.given)) delete holder.given[name];
    const isChanging = alwaysChanging.has(name) || fieldAt(this.#document, this.#schemas.readSchema, segments)?.['x-changing'] === true;
    return isChanging || isDeepStrictEqual(given, presentValue) ? [] : [httpFaults.read_only(pathOf(fault))];
  }

  /** The part of a shown value that the operation takes: of a reference its gid. */
  #writable(value: unknown, path: string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#writable(item, [...path, '0']));
    const { properties } = fieldAt(this.#document, this.#schemas.writeSchema, path) ?? {};
    if (!isFields(value) || !properties) return value;
    if (properties['gid']) return value['gid'];
    const fields = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
    return Object.fromEntries(fields.map(([name, part]) => [name, this.#writable(part, [...path, name])]));
  }
}

/** The same place in the body and in the resource. */
interface FieldPair {
  given: unknown;
  present: unknown;
}

/** The fields of this name in both. Items of a list match by gid. */
function fieldPairAt({ given, present }: FieldPair, name: string): FieldPair {
  if (!Array.isArray(given))
    return { given: isFields(given) ? given[name] : undefined, present: isFields(present) ? present[name] : undefined };
  const item = given[Number(name)] as unknown;
  const items = Array.isArray(present) ? (present as unknown[]) : [];
  const gid = isFields(item) ? item['gid'] : undefined;
  return { given: item, present: gid === undefined ? items[Number(name)] : items.find((one) => isFields(one) && one['gid'] === gid) };
}
