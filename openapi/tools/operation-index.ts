/** `generated/operation-index.ts`: the functions of a service's operations by name. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './documents.ts';

/** The indexes of a service's stubs by file, one beside each generated `operations.ts`. */
export function operationIndexes(service: string, stubs: Readonly<Record<string, string>>): Record<string, string> {
  const interfaces = Object.entries(stubs).filter(([file]) => basename(file) === 'operations.ts');
  const indexes = interfaces.map(([file, text]) => {
    const folder = dirname(file) === 'internal' ? 'internal' : 'operations';
    return [join(dirname(file), 'operation-index.ts'), operationIndex(service, folder, text)] as const;
  });
  return Object.fromEntries(indexes);
}

/** Lists every function of the generated interface `Operations`, from the file of `src/operations` or `src/internal` that exports it. */
function operationIndex(service: string, folder: 'operations' | 'internal', operationsText: string): string {
  const names = [...operationsText.matchAll(/^ {2}(\w+)\(context: /gm)].map(([, name]) => name!);
  const up = folder === 'internal' ? '../../src' : '../src';
  const files = filesByOperation(service, folder);
  const namesByFile = Map.groupBy(names, (name) => files.get(name) ?? `${folder}/${name}.ts`);
  const imports = [...namesByFile].map(([file, exported]) => `import { ${exported.join(', ')} } from '${up}/${file}';`);
  const index = folder === 'internal' ? 'internalOperations' : 'operations';
  return [
    `// Generated from the names in operations.ts and the files of src/${folder} by \`npm run generate\`. Do not edit.`,
    `import type { Operations } from './operations.ts';`,
    ...imports,
    '',
    `export const ${index}: Operations = { ${names.join(', ')} };`,
  ].join('\n');
}

/** Paths below `src` by the operation that a file exports. */
function filesByOperation(service: string, folder: string): Map<string, string> {
  const source = join(root, 'services', service, 'src');
  const exported = (file: string) => [...readFileSync(join(source, file), 'utf8').matchAll(/^export const (\w+): Operations\['\1'\]/gm)];
  return new Map(globSync(`${folder}/*.ts`, { cwd: source }).flatMap((file) => exported(file).map(([, name]) => [name!, file] as const)));
}
