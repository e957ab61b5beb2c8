import type { Document, Json, Schema } from './document.ts';
import { resolve } from './references.ts';

/** A schema merged with its references and parts. `oneOf` here is a schema or null. */
export type Field = Omit<Schema, '$ref' | 'allOf' | 'oneOf' | 'type'> & { types: string[] };

const mergedFields = new WeakMap<Schema, Field>();

/** A schema of the document with its references and parts. It is merged once: do not change it. */
export function fieldOf(document: Document, schema: Schema): Field {
  const field = mergedFields.get(schema) ?? merge(document, schema);
  mergedFields.set(schema, field);
  return field;
}

function merge(document: Document, { $ref, allOf = [], oneOf = [], type = [], ...own }: Schema): Field {
  const parts = [...($ref === undefined ? [] : [resolve<Schema>(document, { $ref })]), ...allOf, ...oneOf].map((part) =>
    fieldOf(document, part),
  );
  const merged: Field = Object.assign({}, ...parts, own);
  merged.types = [...new Set([...parts.flatMap(({ types }) => types), ...[type].flat()])];
  const required = [...parts, own].flatMap((part) => part.required ?? []);
  if (required.length > 0) merged.required = [...new Set(required)];
  const properties = parts.map((part) => part.properties ?? {});
  if (own.properties || properties.some((some) => Object.keys(some).length > 0))
    merged.properties = Object.assign({}, ...properties, own.properties);
  return merged;
}

/** The schema at a path of a value; undefined for an unknown path. */
export function fieldAt(document: Document, schema: Schema, path: readonly string[]): Field | undefined {
  const field = fieldOf(document, schema);
  const [name, ...rest] = path;
  if (name === undefined) return field;
  const next = partOf(field, name);
  return next && fieldAt(document, next, rest);
}

/** The schema of a part of a value; undefined for an unknown one. */
export function partOf({ items, properties = {}, additionalProperties }: Field, name: string): Schema | undefined {
  if (items && /^\d+$/.test(name)) return items;
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Whether a value has the types and words of a schema: rough, and certain when false. */
export function mayBe(document: Document, schema: Schema, value: unknown): boolean {
  const { types, enum: words, properties = {}, items } = fieldOf(document, schema);
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return false;
  if (typeof value !== 'object' || value === null) return value === null || words === undefined || words.includes(value as Json);
  if (Array.isArray(value)) return items === undefined || value.every((item) => mayBe(document, items, item));
  return Object.entries(value).every(([name, part]) => !Object.hasOwn(properties, name) || mayBe(document, properties[name]!, part));
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** The first example of a schema, or one composed of those of its parts; undefined where no part has one. */
export function exampleOf(document: Document, schema: Schema): Json | undefined {
  const { examples, items, properties = {} } = fieldOf(document, schema);
  if (examples !== undefined) return examples[0];
  const item = items && exampleOf(document, items);
  if (item !== undefined) return [item];
  const fields = Object.entries(properties).flatMap(([name, part]) => {
    const example = exampleOf(document, part);
    return example === undefined ? [] : [[name, example] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
