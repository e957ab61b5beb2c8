import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pagesOf } from '../pages.ts';
import { frames } from './frames.ts';

/** A TypeScript block of a page, with its frame. */
export interface Block {
  /** The page and its how-manieth block: `docs/partners/polling.md#1`. */
  name: string;
  /** The file below the root as which it compiles; its relative imports start there. */
  file: string;
  text: string;
}

/** The README of the client compiles against its built package, under two compilers (tests/src/programs/client-package.test.ts). */
const TESTED_PAGE = 'libs/client/README.md';

/** Every TypeScript block of the pages; what a fragment needs comes from frames.ts. */
export const blocksOf = (root: string): Block[] =>
  pagesOf(root)
    .filter((page) => page !== TESTED_PAGE)
    .flatMap((page) => {
      const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^( *)```(?:ts|tsx|typescript)\n(.*?)^\1```/gms)];
      return blocks.map(([, , text = ''], index) => blockOf(`${page}#${index + 1}`, text));
    });

function blockOf(name: string, text: string): Block {
  const { folder = dirname(name), before = '', after = '' } = frames[name] ?? {};
  return { name, file: join(folder, `${name.replaceAll(/\W+/g, '-')}.ts`), text: `${before}\n${text}\n${after}\nexport {};\n` };
}

/** What the compiler says of these blocks, a line for each, which begins with the block's file; empty if all compile. */
export async function faultsOf(root: string, blocks: readonly Block[]): Promise<string[]> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/page-code-'));
  try {
    for (const { file, text } of blocks) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configOf(root, folder, blocks)));
    const said = (await compile(root, folder)).split('\n');
    // Sources have stricter options and a check of their own: `npm run types`.
    return said.filter((line) => line.startsWith('error') || blocks.some(({ file }) => line.startsWith(`${file}(`)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const configOf = (root: string, folder: string, blocks: readonly Block[]): object => ({
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    ...{ composite: false, emitDeclarationOnly: false, noEmit: true, noUnusedLocals: false, noUnusedParameters: false },
    noUncheckedIndexedAccess: false, // as in most programs of readers
    rootDirs: [root, folder],
    paths: { 'partner-ordering': [join(root, 'libs/client/src/index.ts')] },
  },
  files: blocks.map(({ file }) => file),
});

const compile = (root: string, folder: string): Promise<string> =>
  new Promise((resolve) => {
    const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
