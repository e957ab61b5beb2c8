import { resolve, type ApiDocument, type ApiOperation } from './document.ts';

/** Where a body names a file: names of fields, and `*` for each element of a list. */
export type FileField = readonly string[];

/** A file as a body names it. */
export interface NamedFile {
  /** The field, as errors name it: `brief_files.0.url`. */
  field: string;
  /** What stands there: a path of a file, or an address. */
  given: string;
}

interface BodySchema {
  $ref?: string;
  'x-file'?: boolean;
  properties?: Record<string, BodySchema>;
  items?: BodySchema;
  allOf?: BodySchema[];
  anyOf?: BodySchema[];
  oneOf?: BodySchema[];
}

/** The fields of an operation's body that name files: the document says `x-file: true` of them. */
export function fileFields(document: ApiDocument, { requestBody }: ApiOperation): FileField[] {
  const body = requestBody && resolve(document, requestBody);
  const { schema } = (body?.content?.['application/json'] ?? {}) as { schema?: BodySchema };
  const found = schema ? marked(document, schema, [], []) : [];
  return [...new Map(found.map((field) => [field.join('.'), field])).values()];
}

function marked(document: ApiDocument, schema: BodySchema, at: FileField, within: readonly string[]): FileField[] {
  const { $ref } = schema;
  if ($ref !== undefined && within.includes($ref)) return [];
  const of = resolve(document, schema);
  const inside = $ref === undefined ? within : [...within, $ref];
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = of;
  return [
    ...(of['x-file'] ? [at] : []),
    ...Object.entries(properties).flatMap(([name, property]) => marked(document, property, [...at, name], inside)),
    ...(items ? marked(document, items, [...at, '*'], inside) : []),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => marked(document, part, at, inside)),
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
