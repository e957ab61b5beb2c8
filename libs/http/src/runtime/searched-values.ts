import { type Document, type Field, fieldOf, type Operation, resourceSchema, type Schema } from '@partner-ordering/openapi';

/**
 * The values of a collection's searchable names, where the document has an `enum`. A field that the collection does not show, such as those
 * of a `total_count`, is looked up in the first other read of the resource that shows it.
 */
export function searchedValues(document: Document, operation: Operation): Record<string, readonly unknown[]> {
  const { 'x-searchable': searchable = [], 'x-resource': resource } = operation;
  const reads = Object.values(document.paths).flatMap(({ get }) =>
    get && get !== operation && resource !== undefined && get['x-resource'] === resource ? [get] : [],
  );
  const schemas = [operation, ...reads].map((read) => resourceSchema(document, read));
  const entries = searchable.flatMap((name) => {
    const [field] = schemas.flatMap((schema) => fieldAtPath(document, schema, name.split('.')) ?? []);
    const values = field?.enum;
    return values ? [[name, [...values.filter((value) => value !== null), ...(field['x-query-values'] ?? [])]] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The field behind a searchable name, which leads through lists as if they were one of their items. */
function fieldAtPath(document: Document, schema: Schema, [name, ...rest]: readonly string[]): Field | undefined {
  const field = fieldOf(document, schema);
  if (field.items) return fieldAtPath(document, field.items, name === undefined ? [] : [name, ...rest]);
  if (name === undefined) return field;
  const next = Object.hasOwn(field.properties ?? {}, name) ? field.properties![name] : undefined;
  return next && fieldAtPath(document, next, rest);
}
