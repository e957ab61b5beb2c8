import { type Detail, detailFrom, invalid } from '@partner-ordering/kernel';
import { allServices, type FileDescription, type ResolvedFile } from '@partner-ordering/service-client';
import type { Request } from 'express';
import type { Route } from '@partner-ordering/openapi';
import { faults } from '../faults.ts';
import { causeOf } from '../observation/observe.ts';
import { filesNamedIn, pathFields, type NamedFile } from '../runtime/file-fields.ts';
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
