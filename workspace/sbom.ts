import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@partner-ordering/kernel';

/*
 * `npm run sbom`: which packages run in the workspace and in each image, as CycloneDX, in `.cache/sbom`. npm reads them from the lockfile.
 * An image has, besides its npm packages, Node and the packages of its base image, of which the base image's publisher has the list.
 */

const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache/sbom');
const MAX_BYTES = 64 * 1024 * 1024;

interface Bom {
  components: { hashes?: object[]; 'bom-ref': string }[];
}

/** Writes one bill of materials; throws when it is empty or a package of the registry in it has no hash. */
async function write(name: string, options: readonly string[]): Promise<void> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', '--loglevel', 'error', ...options];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: MAX_BYTES });
  const { components } = JSON.parse(stdout) as Bom;
  const packages = components.filter((each) => !each['bom-ref'].startsWith('@partner-ordering/'));
  const unknown = packages.filter(({ hashes }) => !hashes?.length);
  if (packages.length === 0 || unknown.length > 0)
    throw new Error(`${name}: ${packages.length} packages, without hash: ${unknown.map((each) => each['bom-ref']).join()}`);
  await writeFile(join(folder, `${name}.cdx.json`), stdout);
  process.stdout.write(`${name}: ${packages.length} packages\n`);
}

await mkdir(folder, { recursive: true });
await write('workspace', []);
// The files of console and portal hold their packages.
await write('gateway', ['--workspace', 'services/gateway', '--workspace', 'console', '--workspace', 'portal']);
for (const service of serviceNames) await write(service, ['--workspace', `services/${service}`]);
