import { expectedFormats } from '@partner-ordering/kernel/faults';
import type { Operations, Schema } from './document.ts';

/** A value that breaks one constraint and no other. */
export interface BrokenRequest {
  /** For messages of a failing test: `options.due is too small`. */
  label: string;
  /** The path that the detail has. */
  at: string;
  value: unknown;
}

/** More values than this in a body are refused for their number. */
const MANY = 1_000;

/** Examples of texts with a pattern, by the name that `x-expects` of our documents gives them. */
const examples: Record<string, string> = {
  currency_code: 'EUR',
  language_code: 'en',
  country_code: 'FR',
  host_name: 'orders.partner.example',
  last_digits: '4242',
  month: '2026-11',
};

/** Each constraint that a schema puts on a body, broken once in a body that is otherwise right. Parameters are texts, and never null. */
export function constraintsOf(operations: Operations, schema: Schema, isQuery = false): BrokenRequest[] {
  const root = flat(operations, schema);
  return [...objectChanges(operations, root, [], isQuery)].map(({ label, at, value }) => ({
    label: `${at.join('.')} ${label}`,
    at: at.join('.') || 'body',
    value: put(operations, root, sampleOf(operations, root) as Record<string, unknown>, at, value),
  }));
}

/** A body of this schema for each field that may be null, in which it is; and an unknown field, so that nothing comes of it. */
export function nullsOf(operations: Operations, schema: Schema): Pick<BrokenRequest, 'label' | 'value'>[] {
  const root = flat(operations, schema);
  const sample = { ...(sampleOf(operations, root) as Record<string, unknown>), unknown_field: 1 };
  return [...fieldsIn(operations, root, [])]
    .filter(({ field, at }) => at.length > 0 && isOf(field, 'null'))
    .map(({ at }) => ({ label: `${at.join('.')} is null`, value: put(operations, root, sample, at, null) }));
}

/** A text somewhere in what a client sends. */
export interface TextField {
  at: string[];
  /** Characters; Infinity where the document has no limit. */
  maxLength: number;
}

/** Every text in a body of this schema that is not one of some words, and how to put another one there. */
export function textsOf(operations: Operations, schema: Schema): TextField[] {
  return [...fieldsIn(operations, flat(operations, schema), [])]
    .filter(({ field }) => isOf(field, 'string') && !field.enum)
    .map(({ at, field: { maxLength = Infinity } }) => ({ at, maxLength }));
}

/** Every list in a body of this schema. */
export const listsOf = (operations: Operations, schema: Schema): { at: string[]; maxItems: number }[] =>
  [...fieldsIn(operations, flat(operations, schema), [])]
    .filter(({ field }) => isOf(field, 'array'))
    .map(({ at, field: { maxItems = MANY } }) => ({ at, maxItems }));

/** A body with another value at a path. */
export const withValue = (operations: Operations, schema: Schema, body: unknown, at: readonly string[], value: unknown): unknown =>
  put(operations, schema, body, [...at], value);

const isOf = ({ type = [] }: Schema, name: string): boolean => [type].flat().includes(name);

/** A schema and everything in it that a client may send; of a list the first item. */
function* fieldsIn(operations: Operations, field: Schema, at: string[]): Generator<{ at: string[]; field: Schema }> {
  for (const [name, property] of Object.entries(field.properties ?? {})) {
    const inner = flat(operations, property);
    if (!inner.readOnly) yield* fieldsIn(operations, inner, [...at, name]);
  }
  if (field.items) yield* fieldsIn(operations, flat(operations, field.items), [...at, '0']);
  yield { at, field };
}

interface Change {
  label: string;
  at: string[];
  /** Undefined takes the field away. */
  value: unknown;
}

function* objectChanges(operations: Operations, schema: Schema, at: string[], isQuery: boolean): Generator<Change> {
  if (!isQuery && schema.additionalProperties === false) yield { label: 'is unknown', at: [...at, 'unknown_field'], value: 1 };
  for (const name of isQuery ? [] : (schema.required ?? [])) yield { label: 'is missing', at: [...at, name], value: undefined };
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* fieldChanges(operations, property, [...at, name], isQuery);
}

function* fieldChanges(operations: Operations, fieldSchema: Schema, at: string[], isQuery: boolean): Generator<Change> {
  const schema = flat(operations, fieldSchema);
  const types = [schema.type ?? []].flat();
  const isText = types.includes('string');
  // In a query a text is a list with one item, too.
  if (types.length > 0 && !(isQuery && (isText || types.includes('array'))))
    yield { label: 'has another type', at, value: isText ? 5 : 'x' };
  if (!isQuery && types.length > 0 && !types.includes('null')) yield { label: 'is null', at, value: null };
  yield* textChanges(schema, at, isText);
  const { minimum, maximum } = schema;
  if (minimum !== undefined) yield { label: 'is too small', at, value: minimum - 1 };
  if (maximum !== undefined) yield { label: 'is too large', at, value: maximum + 1 };
  if (types.includes('integer')) yield { label: 'is no whole number', at, value: (minimum ?? 0) + 0.5 };
  if (types.includes('array')) yield* listChanges(operations, schema, at, isQuery);
  if (types.includes('object')) yield* objectChanges(operations, schema, at, isQuery);
}

function* textChanges({ enum: words, minLength, maxLength, pattern, format }: Schema, at: string[], isText: boolean): Generator<Change> {
  if (words) yield { label: 'is none of the words', at, value: isText ? 'nonsense' : 999_999 };
  if (!isText || words) return;
  if (minLength !== undefined) yield { label: 'is too short', at, value: 'x'.repeat(minLength - 1) };
  if (maxLength !== undefined) yield { label: 'is too long', at, value: 'x'.repeat(maxLength + 1) };
  if (pattern !== undefined || format === 'email') yield { label: 'has another form', at, value: ' ! ' };
}

function* listChanges(operations: Operations, schema: Schema, at: string[], isQuery: boolean): Generator<Change> {
  const { minItems, maxItems = MANY, uniqueItems, items = {} } = schema;
  const item = () => sampleOf(operations, flat(operations, items));
  if (!isQuery && minItems !== undefined) yield { label: 'has too few items', at, value: [] };
  if (maxItems < MANY) yield { label: 'has too many items', at, value: Array.from({ length: maxItems + 1 }, item) };
  if (uniqueItems) yield { label: 'has an item twice', at, value: [item(), item()] };
  yield* fieldChanges(operations, items, [...at, '0'], isQuery);
}

/** A value that the schema takes, with nothing in it but what is required. */
function sampleOf(operations: Operations, schemaOrReference: Schema): unknown {
  const schema = flat(operations, schemaOrReference);
  const types = [schema.type ?? []].flat();
  if (schema.enum) return schema.enum[0];
  if (types.includes('object') || (types.length === 0 && Object.keys(schema.properties ?? {}).length > 0)) {
    const required = (schema.required ?? []).map((name) => [name, sampleOf(operations, schema.properties![name]!)]);
    return Object.fromEntries(required) as unknown;
  }
  if (types.includes('array')) return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(operations, schema.items!));
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return Math.max(schema.minimum ?? 0, 0);
  if (schema.format === 'email') return 'kim@example.com';
  const [, example] = Object.entries(examples).find(([name]) => expectedFormats[name]!.en === schema['x-expects']) ?? [];
  if (schema.pattern !== undefined && example === undefined)
    throw new Error(`Say in x-expects what ${schema.pattern} means, and here an example`);
  return example ?? 'x'.repeat(schema.minLength ?? 1);
}

/** The value with another one at a path; what is missing on the way is made. */
function put(operations: Operations, schema: Schema, target: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  const field = flat(operations, schema);
  const inner = field.properties?.[name] ?? field.items;
  const holder = Array.isArray(target) ? [...(target as unknown[])] : { ...(target as Record<string, unknown>) };
  const present = (holder as Record<string, unknown>)[name] ?? (inner && rest.length > 0 ? sampleOf(operations, inner) : undefined);
  const next = put(operations, inner ?? {}, present, rest, value);
  if (next === undefined) delete (holder as Record<string, unknown>)[name];
  else (holder as Record<string, unknown>)[name] = next;
  return holder;
}

/** A schema with what it refers to, and with the one of its alternatives that is not null. */
function flat(operations: Operations, schemaOrReference: Schema): Schema {
  const { $ref: _, ...own } = schemaOrReference;
  const schema = { ...operations.resolve(schemaOrReference), ...own } as Schema;
  const alternatives = (schema.oneOf ?? []).map((one) => flat(operations, one));
  const parts = (schema.allOf ?? []).map((one) => flat(operations, one));
  const types = [...new Set([...[schema.type ?? []].flat(), ...[...alternatives, ...parts].flatMap(({ type = [] }) => type)])];
  const merged: Schema = Object.assign({}, ...parts, ...alternatives, schema, { type: types });
  merged.properties = Object.assign({}, ...[...parts, ...alternatives].map((one) => one.properties ?? {}), schema.properties);
  merged.required = [...new Set([...parts, ...alternatives, schema].flatMap(({ required = [] }) => required))];
  return merged;
}
