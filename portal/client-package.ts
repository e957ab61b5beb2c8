/** `npm run build:client [-- <folder>]`: builds the npm package `partner-ordering`, plain JavaScript with types, of libs/client. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** Builds the package into a folder, which is emptied before. */
function buildClientPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const compiler = join(root, 'node_modules/.bin/tsc');
  execFileSync(compiler, ['-p', join(root, 'libs/client/tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' });
  for (const file of globSync(join(folder, '**/*.d.ts'))) namesJavaScript(file);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, 'libs/client/README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Packs the package into a file. Of the same sources it has the same bytes. */
export function packClient(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const built = join(folder, 'built');
  try {
    buildClientPackage(built);
    const name = execFileSync('npm', ['pack', built, '--silent', '--pack-destination', folder], { encoding: 'utf8' }).trim();
    copyFileSync(join(folder, name), file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The compiler renames imports in its JavaScript only; older compilers do not understand `.ts` in declarations. */
function namesJavaScript(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"));
}

function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'libs/client/package.json'), 'utf8')) as Record<string, string>;
  return {
    name: 'partner-ordering',
    version,
    description: 'Client of the Partner Ordering Service: typed, with tokens, retries and pagination',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
    files: ['src', 'generated'],
  };
}

if (import.meta.main) buildClientPackage(process.argv[2] ?? join(root, 'dist/client'));
