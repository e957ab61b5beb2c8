import { type Detail, detailFrom, invalid } from '@partner-ordering/kernel';
import { allServices, type FileDescription, type ResolvedFile } from '@partner-ordering/service-client';
import type { Request } from 'express';
import {
  type Document,
  type Endpoint,
  type Operation,
  operationAt,
  parametersOf,
  resolve,
  type Route,
  type Schema,
} from '@partner-ordering/openapi';
import { faults } from '../faults.ts';
import { causeOf } from '../observation/observe.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Asks the files service about all files at once. */
export type ResolveFiles = (question: { user: string; names: string[] }) => Promise<{ files: ResolvedFile[] }>;

/** The files in the body of a request, asked about once, before the transaction. */
export class NamedFiles {
  readonly #named: readonly NamedFile[];
  readonly #answers: ReadonlyMap<string, ResolvedFile>;
  readonly #silence: unknown;

  private constructor(named: readonly NamedFile[], answers: readonly ResolvedFile[], silence?: unknown) {
    this.#named = named;
    this.#answers = new Map(answers.map((answer) => [answer.given, answer]));
    this.#silence = silence;
  }

  /** Never rejects: `of` throws refusals and silence. */
  static async resolve(named: readonly NamedFile[], user: string | undefined, resolve: ResolveFiles): Promise<NamedFiles> {
    if (named.length === 0 || user === undefined) return new NamedFiles(named, []);
    const names = [...new Set(named.map(({ given }) => given))];
    return resolve({ user, names }).then(
      ({ files }) => new NamedFiles(named, files),
      (error: unknown) => new NamedFiles(named, [], error),
    );
  }

  /** See `DomainContext.files`. */
  of(field: string): FileDescription[] {
    const named = this.#named.filter((one) => one.field === field || one.field.startsWith(`${field}.`));
    if (named.length === 0) return [];
    if (this.#silence !== undefined) throw this.#silence;
    const ours = named.filter((one) => !this.#isForeign(one));
    const refused = ours.flatMap(({ field: path, given }) => this.#refusal(path, given) ?? []);
    if (refused.length > 0) throw invalid(...refused);
    const files = ours.map(({ given }) => this.#answers.get(given)!.file!);
    const paths = files.map(({ path }) => path);
    const repeated = ours.filter((_, index) => paths.indexOf(paths[index]!) < index);
    if (repeated.length > 0) throw invalid(...repeated.map(({ field }) => faults.duplicate_file(field)));
    return files;
  }

  /** Another address in a field that allows it. */
  #isForeign({ given, isOptional = false }: NamedFile): boolean {
    return isOptional && this.#answers.get(given)?.is_foreign === true;
  }

  #refusal(path: string, given: string): Detail | undefined {
    const answer = this.#answers.get(given);
    if (!answer) throw new Error(`${path} names a file that was not asked about: is it marked x-file in the document?`);
    return answer.refusal ? detailFrom(path, answer.refusal) : undefined;
  }
}

/** Replaces file names by paths where the document says `x-file: path`; undefined where it does not. An unknown name stays. */
export function filePathNamer(runtime: Runtime, route: Route): ((request: Request) => Promise<void>) | undefined {
  const { body: fields, parameters } = pathFields(runtime.document, route);
  if (fields.length === 0 && parameters.length === 0) return undefined;
  if (!runtime.callable['files']?.['findPaths'])
    throw new Error(`${route.operationId} names files, but ${runtime.name} may not call findPaths of files`);
  return async (request) => {
    const { params } = request;
    const body = request.body as unknown;
    const inPath = parameters.map((name) => [name]);
    const named = [...filesNamedIn(params, inPath), ...filesNamedIn(body, fields)];
    // An address has a slash.
    const addresses = new Set(named.map(({ given }) => given).filter((given) => given.includes('/')));
    if (addresses.size === 0) return;
    const { paths } = await allServices(runtime.ask, causeOf(request)).files.findPaths({ names: [...addresses] });
    const pathOf = new Map(paths.map(({ given, path }) => [given, path ?? given]));
    inPath.forEach((field) => replace(params, field, pathOf));
    fields.forEach((field) => replace(body, field, pathOf));
  };
}

/** Replaces a text by its value in the map. */
function replace(holder: unknown, [next, ...rest]: readonly string[], by: ReadonlyMap<string, string>): void {
  if (next === undefined || typeof holder !== 'object' || holder === null) return;
  const fields = holder as Record<string, unknown>;
  for (const name of next === '*' ? Object.keys(fields) : [next]) {
    const value = fields[name];
    if (rest.length > 0) replace(value, rest, by);
    else if (typeof value === 'string') fields[name] = by.get(value) ?? value;
  }
}

/** A field that names a file: names of fields, and `*` for each element of a list. */
type FileField = readonly string[];

/** A file as a body names it. */
interface NamedFile {
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
const pathFields = (document: Document, route: Endpoint): { body: FileField[]; parameters: string[] } => ({
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
const filesNamedIn = (body: unknown, fields: readonly FileField[]): NamedFile[] => fields.flatMap((field) => namedAt(body, field, []));

function namedAt(value: unknown, [next, ...rest]: FileField, at: readonly string[]): NamedFile[] {
  if (next === undefined) return typeof value === 'string' ? [{ field: at.join('.'), given: value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const names = next === '*' ? Object.keys(value) : [next];
  return names.flatMap((name) => namedAt((value as Record<string, unknown>)[name], rest, [...at, name]));
}
