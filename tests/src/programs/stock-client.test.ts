import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { temporaryFolder } from '../program.ts';
import { demoGids, issuer } from '../test-system.ts';
import { systemOfPrograms } from './system-of-programs.ts';

const root = join(import.meta.dirname, '../../..');
const tool = (name: string): string => join(root, 'node_modules/.bin', name);

/** A partner's program, which knows nothing but what openapi-generator made of the document. */
const program = `
import { BASE_PATH, Configuration, MeApi, OrganizationsApi, PricesApi, ProductsApi, ProjectsApi, TokensApi, UsersApi } from './client';
import type { ModeWrite, Organization, Project, User } from './client';

export { BASE_PATH };

interface Ordered { organization: Organization; user: User; project: Project; amount: number }

export async function order(basePath: string, organizationGid: string): Promise<Ordered> {
  const application = { Authorization: 'Basic ' + btoa('demo-app:demo-secret') };
  const token = { grantType: 'password', username: 'user@example.com', password: 'demo-password' };
  const { accessToken } = await new TokensApi(new Configuration({ basePath, headers: application })).issueToken(token);
  const signedIn = new Configuration({ basePath, accessToken: 'Bearer ' + accessToken });
  const me = await new MeApi(signedIn).getMe();
  const user = await new UsersApi(signedIn).getUser({ gid: me.gid });
  const organization = await new OrganizationsApi(signedIn).getOrganization({ gid: organizationGid });

  const products = await new ProductsApi(signedIn).listProducts({ search: 'logo design', limit: 1 });
  const { gid, availableOptions: { mode, due } } = products.items[0]!;
  // Answers may have later values, bodies have those of this client.
  const options = { mode: mode._enum[0] as ModeWrite, due: due._enum[0]! };
  const priceQuery = { productGid: gid, organizationGid, optionsMode: options.mode, optionsDue: options.due };
  const { amount } = await new PricesApi(signedIn).getPriceFor(priceQuery);

  const projects = new ProjectsApi(signedIn);
  const projectCreate = { title: 'A logo', description: 'A loaf.', product: { gid }, organization, options, price: { amount }, state: 'published' as const };
  const { raw } = await projects.createProjectRaw({ projectCreate: { ...projectCreate, organization: { gid: organizationGid } } });
  const project = await projects.getProject({ gid: raw.headers.get('location')!.split('/').at(-1)! });
  return { organization, user, project, amount };
}`;

/** The settings of a partner's new project. */
const compilerOptions = {
  target: 'es2022',
  module: 'preserve',
  strict: true,
  noEmit: true,
  types: [],
  lib: ['es2022', 'dom', 'dom.iterable'],
};

interface Program {
  BASE_PATH: string;
  order(url: string, organization: string): Promise<Record<string, Record<string, unknown>>>;
}

const skip = spawnSync('java', ['-version']).status !== 0 && process.env['CI'] === undefined && 'there is no Java';

describe("a client of openapi-generator's own TypeScript templates", { skip }, () => {
  const { path: folder, remove } = temporaryFolder();
  let url: string;
  let client: Program;

  before(async () => {
    ({ url } = await systemOfPrograms());
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${url}/v1/openapi.json`)).text());
    const generatorOptions = ['-i', document, '-g', 'typescript-fetch', '-o', join(folder, 'client')];
    await promisify(execFile)(
      tool('openapi-generator-cli'),
      ['--openapitools', join(root, 'openapitools.json'), 'generate', ...generatorOptions],
      {
        cwd: root,
      },
    );
    writeFileSync(join(folder, 'order.ts'), program);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['order.ts'] }));
    await build({ entryPoints: [join(folder, 'order.ts')], bundle: true, format: 'esm', outfile: join(folder, 'order.mjs') });
    client = (await import(join(folder, 'order.mjs'))) as Program;
  });
  after(remove);

  test('compiles with a program that uses it, and a slip in that does not', async () => {
    const compile = () => promisify(execFile)(tool('tsc'), ['-p', folder]);
    await compile().catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
    writeFileSync(join(folder, 'order.ts'), program.replace('project, amount }', 'project: user, amount }'));
    await assert.rejects(compile(), ({ stdout }: { stdout: string }) =>
      /missing the following properties from type 'Project'/.test(stdout),
    );
  });

  test('calls the address of the installation', () => {
    assert.equal(client.BASE_PATH, issuer);
  });

  test('reads a person and an organization, places an order at its price, and reads it', async () => {
    const { organization, user, project, amount } = await client.order(url, demoGids.harbourBakery);
    assert.deepEqual([organization!['name'], organization!['gid']], ['Harbour Bakery', demoGids.harbourBakery]);
    assert.deepEqual([user!['email'], project!['title'], project!['status']], ['user@example.com', 'A logo', 'in_progress']);
    assert.deepEqual([project!['price'], project!['finishedAt']], [{ amount, currency: 'EUR' }, null]);
  });
});
