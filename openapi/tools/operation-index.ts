/** `generated/operation-index.ts`: the functions of a service's operations by name. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from './documents.ts';

/** Lists every function of the generated interface `Operations`, from the file of its name below `src/operations` or `src/internal`. */
export function operationIndex(service: string, folder: 'operations' | 'internal', operationsText: string): string {
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
