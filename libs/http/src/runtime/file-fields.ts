import { operationOf, parametersOf, resolve, type ApiDocument, type ApiOperation } from './document.ts';

/** Where a body names a file: names of fields, and `*` for each element of a list. */
export type FileField = readonly string[];

/** A file as a body names it. */
export interface NamedFile {
  /** The field, as errors name it: `brief_files.0.url`. */
  field: string;
  /** What stands there: a path of a file, or an address. */
  given: string;
  /** Whether something else than a file of ours may stand there. */
  isOptional?: boolean;
}

interface BodySchema {
  $ref?: string;
  'x-file'?: boolean | string;
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
  allOf?: BodySchema[];
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
}

/**
 * The fields of an operation's body that name files to be described: the document says `x-file: true` of them, or `optional` where
 * something else may stand.
 */
export interface FileFields {
  required: readonly FileField[];
  optional: readonly FileField[];
}

/** See `FileFields`. */
export const fileFields = (document: ApiDocument, operation: ApiOperation): FileFields => ({
  required: markedFields(document, operation, true),
  optional: markedFields(document, operation, 'optional'),
});

/** The files to be described that a body names. */
export const describedFilesIn = (body: unknown, { required, optional }: FileFields): NamedFile[] => [
  ...filesNamedIn(body, required),
  ...filesNamedIn(body, optional).map((named) => ({ ...named, isOptional: true })),
];

/** Where a request names files of which only the paths matter: the document says `x-file: path` of these fields and path parameters. */
export const pathFields = (
  document: ApiDocument,
  route: { path: string; method: string },
): { body: FileField[]; parameters: string[] } => ({
  body: markedFields(document, operationOf(document, route), 'path'),
  parameters: parametersOf(document, route).flatMap(({ name, 'x-file': mark }) => (mark === 'path' ? [name] : [])),
});

type Mark = true | 'optional' | 'path';

function markedFields(document: ApiDocument, { requestBody }: ApiOperation, mark: Mark): FileField[] {
  const body = requestBody && resolve(document, requestBody);
  const { schema } = (body?.content?.['application/json'] ?? {}) as { schema?: BodySchema };
  const found = schema ? marked(document, schema, { mark, at: [], within: [] }) : [];
  return [...new Map(found.map((field) => [field.join('.'), field])).values()];
}

/** Where the marked parts of a schema are. `at` is where it stands itself, `within` the references that led there. */
function marked(
  document: ApiDocument,
  schema: BodySchema,
  { mark, at, within }: { mark: Mark; at: FileField; within: readonly string[] },
): FileField[] {
  const { $ref } = schema;
  if ($ref !== undefined && within.includes($ref)) return [];
  const of = resolve(document, schema);
  const inside = $ref === undefined ? within : [...within, $ref];
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = of;
  const found = (part: BodySchema, ...to: string[]) => marked(document, part, { mark, at: [...at, ...to], within: inside });
  return [
    ...(of['x-file'] === mark ? [at] : []),
    ...Object.entries(properties).flatMap(([name, property]) => found(property, name)),
    ...(items ? found(items, '*') : []),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => found(part)),
  ];
}

/** The files that a body names in these fields, in the body's order. */
export const filesNamedIn = (body: unknown, fields: readonly FileField[]): NamedFile[] =>
  fields.flatMap((field) => namedAt(body, field, []));

function namedAt(value: unknown, [next, ...rest]: FileField, at: readonly string[]): NamedFile[] {
  if (next === undefined) return typeof value === 'string' ? [{ field: at.join('.'), given: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const names = next === '*' ? Object.keys(value) : [next];
  return names.flatMap((name) => namedAt((value as Record<string, unknown>)[name], rest, [...at, name]));
}
