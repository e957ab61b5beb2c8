/** `generated/operation-index.ts`: the functions of a service's operations by name. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
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

/** Lists every function of the generated interface `Operations`, from the file of its name below `src/operations` or `src/internal`. */
function operationIndex(service: string, folder: 'operations' | 'internal', operationsText: string): string {
  const names = [...operationsText.matchAll(/^ {2}(\w+)\(context: /gm)].map(([, name]) => name!);
  const up = folder === 'internal' ? '../../src' : '../src';
  const files = filesBelow(service, folder);
  const imports = names.map((name) => `import { ${name} } from '${up}/${files.get(name) ?? `${folder}/${name}.ts`}';`);
  const index = folder === 'internal' ? 'internalOperations' : 'operations';
  return [
    `// Generated from the names in operations.ts and the files of src/${folder} by \`npm run generate\`. Do not edit.`,
    `import type { Operations } from './operations.ts';`,
    ...imports,
    '',
    `export const ${index}: Operations = { ${names.join(', ')} };`,
  ].join('\n');
}

/** Paths below `src` by name without extension. */
function filesBelow(service: string, folder: string): Map<string, string> {
  const source = join(root, 'services', service, 'src');
  const entries = existsSync(join(source, folder)) ? readdirSync(join(source, folder), { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((each) => each.isFile());
  return new Map(files.map(({ name, parentPath }) => [basename(name, '.ts'), relative(source, join(parentPath, name))]));
}
