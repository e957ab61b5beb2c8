/** What a searchable name of a collection relies on. */
import type { Document, Operation, Schema } from './document.ts';
import { operationsOf, resolve } from './document.ts';

/**
 * Searchable names whose field is an enum or something else: a query is held to the values of one enum (`searchedValues` of libs/http), and
 * would refuse all others.
 */
export function searchBreaches(document: Document, operation: Operation): string[] {
  const { 'x-searchable': searchable = [], 'x-resource': resource } = operation;
  const others = [...operationsOf(document)].flatMap(({ operation: { 'x-resource': of, ...other } }) =>
    resource !== undefined && of === resource && other.operationId !== operation.operationId ? [other] : [],
  );
  const shown = [operation, ...others].map((read) => shownSchema(document, read));
  return searchable
    .filter((name) => shown.some((schema) => isMixed(kindsOf(document, schema, name.split('.')))))
    .map((name) => `x-searchable: ${name} is one enum or none, besides null`);
}

/** The schema of an operation's 200. */
function shownSchema(document: Document, { responses }: Pick<Operation, 'responses'>): Schema {
  const schema = resolve(document, responses['200'] ?? {}).content?.['application/json']?.schema ?? {};
  return resolve<Schema>(document, schema).properties?.['items'] ?? schema;
}

const isMixed = (kinds: readonly Schema[]): boolean => kinds.length > 1 && kinds.some((kind) => kind.enum !== undefined);

/** What a field may be besides null, each once; a name leads through lists as if they were one of their items. */
function kindsOf(document: Document, given: Schema, [name, ...rest]: readonly string[]): Schema[] {
  const schema = resolve(document, given);
  const { allOf = [], oneOf = [], properties = {}, items } = schema;
  const further = name === undefined ? [] : [name, ...rest];
  const parts = [...allOf, ...oneOf, ...(items ? [items] : [])].flatMap((part) => kindsOf(document, part, further));
  if (name === undefined) return [...new Set(parts.length > 0 || schema.type === 'null' ? parts : [schema])];
  const next = Object.hasOwn(properties, name) ? kindsOf(document, properties[name]!, rest) : [];
  return [...new Set([...next, ...parts])];
}
