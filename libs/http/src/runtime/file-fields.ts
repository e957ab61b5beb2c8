import { type Document, type Operation, operationAt, parametersOf, type Endpoint, resolve, type Schema } from '@partner-ordering/openapi';

/** A field that names a file: names of fields, and `*` for each element of a list. */
export type FileField = readonly string[];

/** A file as a body names it. */
export interface NamedFile {
  /** The field, as errors name it: `brief_files.0.url`. */
  field: string;
  /** A path of a file, or an address. */
  given: string;
  /** Whether the text may also name something else. */
  isOptional?: boolean;
}

export type FileFields = ReturnType<typeof fileFields>;

/** The fields of a body that name files to describe: `x-file: true`, or `optional` where another text may stand. */
export const fileFields = (document: Document, operation: Operation) => ({
  required: markedFields(document, operation, true),
  optional: markedFields(document, operation, 'optional'),
});

/** The files in a body to describe. */
export const describedFilesIn = (body: unknown, { required, optional }: FileFields): NamedFile[] => [
  ...filesNamedIn(body, required),
  ...filesNamedIn(body, optional).map((named) => ({ ...named, isOptional: true })),
];

/** The fields and path parameters that name files by path only: `x-file: path`. */
export const pathFields = (document: Document, route: Endpoint): { body: FileField[]; parameters: string[] } => ({
  body: markedFields(document, operationAt(document, route), 'path'),
  parameters: parametersOf(document, route).flatMap(({ name, 'x-file': mark }) => (mark === 'path' ? [name] : [])),
});

type Mark = true | 'optional' | 'path';

function markedFields(document: Document, { requestBody }: Operation, mark: Mark): FileField[] {
  const body = requestBody && resolve(document, requestBody);
  const { schema } = (body?.content?.['application/json'] ?? {}) as { schema?: Schema };
  const found = schema ? markedIn(document, schema, { mark, at: [], references: [] }) : [];
  return [...new Map(found.map((field) => [field.join('.'), field])).values()];
}

/** The places of marked parts in a schema. `at` is the schema's own place, `references` those that led there. */
function markedIn(
  document: Document,
  schema: Schema,
  { mark, at, references }: { mark: Mark; at: FileField; references: readonly string[] },
): FileField[] {
  const { $ref } = schema;
  if ($ref !== undefined && references.includes($ref)) return [];
  const of = resolve(document, schema);
  const followed = $ref === undefined ? references : [...references, $ref];
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = of;
  const found = (part: Schema, ...to: string[]) => markedIn(document, part, { mark, at: [...at, ...to], references: followed });
  return [
    ...(of['x-file'] === mark ? [at] : []),
    ...Object.entries(properties).flatMap(([name, property]) => found(property, name)),
    ...(items ? found(items, '*') : []),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => found(part)),
  ];
}

/** The files in these fields of a body, in its order. */
export const filesNamedIn = (body: unknown, fields: readonly FileField[]): NamedFile[] =>
  fields.flatMap((field) => namedAt(body, field, []));

function namedAt(value: unknown, [next, ...rest]: FileField, at: readonly string[]): NamedFile[] {
  if (next === undefined) return typeof value === 'string' ? [{ field: at.join('.'), given: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const names = next === '*' ? Object.keys(value) : [next];
  return names.flatMap((name) => namedAt((value as Record<string, unknown>)[name], rest, [...at, name]));
}
