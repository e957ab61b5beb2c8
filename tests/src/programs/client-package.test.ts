import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromiumPath, openPage, startBrowser } from '../browser.ts';
import { temporaryFolder } from '../program.ts';
import { localUrl, type TestSystem } from '../test-system.ts';
import { guidePrograms } from '../workflows.ts';
import { origins, systemOfPrograms } from './system-of-programs.ts';

const root = join(import.meta.dirname, '../../..');
const tscOf = (compiler: string): string => join(root, 'node_modules', compiler, 'bin/tsc');
const MAX_GZIPPED_BYTES = 30_000;

/** The packages with the compilers of partners: TypeScript 5.9 and 7. */
const compilers = ['typescript-5.9', '@typescript/native'];

/** Runs a program with what it needs of the environment; throws with what it said unless it ends with 0. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { PATH: process.env['PATH'], HOME: cwd } });
  return stdout;
}

const readme = readFileSync(join(root, 'libs/client/README.md'), 'utf8');

/** The lines with which the README of the package begins, for another address. */
const tenLines = (url: string): string => /```ts\n(import .*?)```/s.exec(readme)![1]!.replace('http://127.0.0.1:8080', url);

/** Declarations that the other blocks of the README take for granted. */
const blockDeclarations = `
  import { createClient, follow, InvalidRequestError, password, upload, verifyWebhook, type Client, type ProjectCreate } from 'partner-ordering';
  declare const api: Client, application: { clientId: string; clientSecret: string }, order: ProjectCreate;
  declare const body: string, headers: Headers, secret: string, gid: string, url: string, monday: Date, file: File, signal: AbortSignal;
  declare const form: { show(path: string, message: string): void };`;

/** A bundle of a module that stands in a folder, as pages get it. */
async function bundled(folder: string, text: string): Promise<string> {
  const stdin = { contents: text, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false, logLevel: 'silent' });
  return outputFiles[0]!.text;
}

describe('the npm package of the client', () => {
  const folder = temporaryFolder();
  const [built, project] = [join(folder.path, 'built'), join(folder.path, 'project')];
  before(async () => {
    await run(process.execPath, [join(root, 'portal/client-package.ts'), built], root);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
    const packed = await run('npm', ['pack', built, '--silent', '--pack-destination', folder.path], folder.path);
    await run('npm', ['i', '--offline', join(folder.path, packed.trim())], project);
    for (const compiler of compilers) {
      mkdirSync(join(project, compiler), { recursive: true });
      await run(process.execPath, [tscOf(compiler), '--init'], join(project, compiler));
    }
  });
  after(() => folder.remove());

  test(`the package has less than ${MAX_GZIPPED_BYTES / 1000} kB minified and gzipped, and unused parts are left out`, async (t) => {
    const wholeBytes = gzipSync(await bundled(project, `export * from 'partner-ordering';`)).length;
    t.diagnostic(`${wholeBytes} bytes`);
    assert.ok(wholeBytes < MAX_GZIPPED_BYTES, `${wholeBytes} bytes`);
    const part = await bundled(project, `import { sendForm } from 'partner-ordering'; globalThis.send = sendForm;`);
    assert.equal(part.includes('/v1/'), false);
    assert.equal((await bundled(project, `import 'partner-ordering';`)).trim(), '');
  });

  test('nothing of the workspace is in it, and it depends on nothing', () => {
    const { dependencies, exports } = JSON.parse(readFileSync(join(project, 'node_modules/partner-ordering/package.json'), 'utf8'));
    assert.deepEqual([dependencies, Object.keys(exports)], [undefined, ['.']]);
    const files = globSync('node_modules/partner-ordering/**/*.{js,ts}', { cwd: project });
    assert.ok(files.length > 10);
    for (const file of files)
      assert.equal(/@partner-ordering|\.ts'|\.test\./.test(file + readFileSync(join(project, file), 'utf8')), false, file);
  });

  for (const compiler of compilers) {
    /** Checks the types of a file as a new project has them: rejects with what the compiler says. */
    const compile = async (name: string, text: string): Promise<void> => {
      const compilerFolder = join(project, compiler);
      writeFileSync(join(compilerFolder, name), text);
      const config = { extends: './tsconfig.json', compilerOptions: { noEmit: true }, files: [name] };
      writeFileSync(join(compilerFolder, `${name}.json`), JSON.stringify(config));
      await run(process.execPath, [tscOf(compiler), '-p', `${name}.json`], compilerFolder).catch(({ stdout }: { stdout: string }) =>
        assert.fail(stdout),
      );
    };

    test(`the ten lines of its README compile in a project of their own under ${compiler}, and a slip in them does not`, async () => {
      const program = tenLines('http://127.0.0.1:1');
      await compile('right.ts', program);
      await assert.rejects(compile('wrong.ts', program.replace("mode: 'multi'", "mode: 'several'")), /several/);
    });

    test(`every other block of its README compiles with declarations in front under ${compiler}, and a slip in one does not`, async () => {
      const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].slice(1).map(([, block]) => `{\n${block}}`);
      assert.ok(blocks.length >= 5, `${blocks.length} blocks`);
      const allBlocks = [blockDeclarations, ...blocks].join('\n');
      await compile('blocks.ts', allBlocks);
      await assert.rejects(compile('slip.ts', allBlocks.replace('api.signFile', 'api.signFiles')), /signFiles/);
    });
  }

  test('the programs of the guides compile, and a slip in one does not', async () => {
    const compile = async (programs: [string, string][]): Promise<unknown> => {
      for (const [name, text] of programs) writeFileSync(join(project, `${name}.mts`), text);
      const node = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', ...node];
      const files = programs.map(([name]) => `${name}.mts`);
      return run(process.execPath, [tscOf('@typescript/native'), ...options, ...files], project).catch(({ stdout }: { stdout: string }) =>
        assert.fail(stdout),
      );
    };
    const programs = guidePrograms('ts');
    assert.ok(programs.length >= 9, `${programs.length} programs`);
    await compile(programs);
    await assert.rejects(compile([['slip', programs[0]![1].replace('getMe', 'getMee')]]), /getMee/);
  });

  test('201 for the order of the ten lines, in Node', async () => {
    const { url } = await systemOfPrograms();
    writeFileSync(join(project, 'order.mjs'), tenLines(url));
    assert.match(await run(process.execPath, ['order.mjs'], project), /^\/v1\/projects\/[\da-f-]{36}\n$/);
  });

  test('201 for the same order with the package that npm installs from the portal', async () => {
    const { url } = await systemOfPrograms();
    const partner = join(folder.path, 'partner');
    mkdirSync(partner);
    await run('npm', ['i', `${url}/docs/partner-ordering.tgz`, '--no-audit'], partner);
    writeFileSync(join(partner, 'order.mjs'), tenLines(url));
    assert.match(await run(process.execPath, ['order.mjs'], partner), /^\/v1\/projects\/[\da-f-]{36}\n$/);
  });
});

const skip = chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium';

/** A partner's page on its own origin. Only this machine knows the storage's public address, so the page's server passes uploads on. */
describe('the client in a browser', { skip }, () => {
  let system: TestSystem;
  let script = '';
  const progressed = Promise.withResolvers<void>();
  const page = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.end(request.url === '/' ? '<!doctype html><title>Orders</title>' : undefined);
    // The rest is taken when the page has told how far it is.
    await progressed.promise;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(localUrl(system, `https://partner-ordering.test${request.url}`), {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type']! },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  before(async () => {
    await once(page.listen(Number(new URL(origins.page).port), '127.0.0.1'), 'listening');
    system = await systemOfPrograms();
    script = await bundled(join(root, 'libs/client'), `import * as client from './src/index.ts'; globalThis.client = client;`);
  });
  after(async () => {
    page.closeAllConnections();
    await new Promise((resolve) => page.close(resolve));
  });

  test('a page uploads by a form from its server with progress, and reads a file by a token for files', async () => {
    await using browser = await startBrowser();
    const { page: browserPage, complaints } = await openPage(browser, origins.page, 'en-GB');
    await browserPage.exposeFunction('tell', () => progressed.resolve());
    await browserPage.addScriptTag({ content: script, type: 'module' });
    const evaluateInPage = <Result>(code: string, argument: object): Promise<Result> =>
      browserPage.evaluate<Result>(`(${code})(${JSON.stringify(argument)})`);
    const user = await system.signIn('user@example.com', 'base upload_files');
    const form = (await user.get('/v1/upload_form')).body;
    form.action = `${origins.page}${new URL(form.action).pathname}`;
    const { progress, url } = await evaluateInPage<{ progress: number[][]; url: string }>(
      `async (form) => {
      const progress = [];
      const file = new File(['a brief '.repeat(4_000_000)], 'brief.txt', { type: 'text/plain' });
      const { url } = await client.sendForm(form, file, { onProgress: (...step) => void (progress.push(step), tell()) });
      return { progress, url };
    }`,
      form,
    );
    assert.ok(progress.length > 1 && progress.every(([sent, total]) => sent! <= total! && total! > 32_000_000), JSON.stringify(progress));
    assert.deepEqual(progress.at(-1)![0], progress.at(-1)![1]);
    assert.equal((await user.get(`/v1/file_info/${encodeURIComponent(url)}`)).body.size, 32_000_000);

    const { token } = await system.signIn('user@example.com', 'files');
    const signed = await evaluateInPage<string>(
      'async ({ address, url, token }) => (await client.createClient({ url: address, auth: client.givenToken(token) }).signFile(url)).url',
      { address: system.url, url, token },
    );
    assert.match(signed, /^https:\/\/partner-ordering\.test\/v1\/storage\//);
    assert.deepEqual(complaints, []);
  });
});
