import { type Detail, detailFrom, invalid } from '@partner-ordering/kernel';
import type { FileDescription, ResolvedFile } from '@partner-ordering/service-client';
import { faults } from '../faults.ts';
import type { NamedFile } from '../runtime/file-fields.ts';

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

  /** See `OperationTools.files`. */
  of(field: string): FileDescription[] {
    const named = this.#named.filter((one) => one.field === field || one.field.startsWith(`${field}.`));
    if (named.length === 0) return [];
    if (this.#silence !== undefined) throw this.#silence;
    const within = named.filter((one) => !this.#isForeign(one));
    const refused = within.flatMap(({ field: path, given }) => this.#refusal(path, given) ?? []);
    if (refused.length > 0) throw invalid(...refused);
    const files = within.map(({ given }) => this.#answers.get(given)!.file!);
    const paths = files.map(({ path }) => path);
    const repeated = within.filter((_, index) => paths.indexOf(paths[index]!) < index);
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
