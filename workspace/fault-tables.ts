/** The faults that libs and services declare, for the documents and for docs/partners/errors.md. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describedFault } from '@partner-ordering/kernel/faults';

const root = dirname(import.meta.dirname);

/** A table of faults by its codes. */
export type FaultTable = Readonly<Record<string, object>>;

/** A code of an error, as partners read of it. */
export interface DescribedCode {
  readonly code: string;
  /** In English, with names in braces or with the values of an example. */
  readonly sentence: string;
  /** Names of its parameters, of `faultParams`. */
  readonly params: readonly string[];
  /** The service that answers it; null for several. */
  readonly service: string | null;
}

interface Exported {
  readonly faults?: FaultTable;
  readonly commonFaults?: FaultTable;
}

/** Every table with its file. That of kernel comes first, since the others repeat its faults. */
export async function faultTables(): Promise<[file: string, table: FaultTable][]> {
  const packages = ['libs/kernel/package.json', ...globSync('{libs,services}/*/package.json', { cwd: root }).sort()];
  const tables = packages.map(async (manifest): Promise<[string, FaultTable][]> => {
    const { exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { exports?: Record<string, string> };
    const file = join(dirname(manifest), exports?.['./faults'] ?? '-');
    if (!existsSync(join(root, file))) {
      if (existsSync(join(root, dirname(manifest), 'src/faults.ts'))) throw new Error(`${manifest} does not export ./faults`);
      return [];
    }
    const { faults, commonFaults = {} } = (await import(join(root, file))) as Exported;
    return [[file, faults ?? commonFaults]];
  });
  return (await Promise.all(tables)).flat();
}

/**
 * The codes of tables in alphabetical order, each once. Throws an Error that names every code that two files declare, with both, and every
 * code that is not in snake_case.
 */
export function codesOf(tables: readonly (readonly [file: string, table: FaultTable])[]): DescribedCode[] {
  const declared = new Map<string, { file: string; fault: object }>();
  const breaches: string[] = [];
  for (const [file, table] of tables)
    for (const [code, fault] of Object.entries(table)) {
      const before = declared.get(code);
      if (before && before.fault !== fault) breaches.push(`${before.file} and ${file} both declare the code ${code}`);
      if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code)) breaches.push(`${file}: the code ${code} is not in snake_case`);
      if (!before) declared.set(code, { file, fault });
    }
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
  return [...declared]
    .map(([code, { file, fault }]) => {
      const { sentence, names } = describedFault(fault, 'en');
      return { code, sentence, params: names, service: /^services\/(\w+)/.exec(file)?.[1] ?? null };
    })
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

/** The codes of all libs and services. */
export const describedCodes = async (): Promise<DescribedCode[]> => codesOf(await faultTables());

/** The reasons of errors with their status. */
export async function errorReasons(): Promise<readonly (readonly [reason: string, status: number])[]> {
  const file = join(root, 'libs/http/src/response/error-reasons.ts');
  return ((await import(file)) as { errorReasons: [string, number][] }).errorReasons;
}
