import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { freePort } from '@partner-ordering/testing';
import { build } from 'esbuild';
import { chromiumPath, openPage, startBrowser } from './browser.ts';
import { temporaryFolder } from './program.ts';
import { environment, startTestSystem } from './system.ts';
import { reached, type TestSystem } from './test-system.ts';

const root = join(import.meta.dirname, '../..');
const bin = join(root, 'node_modules/.bin');
const MAX_GZIPPED_BYTES = 30_000;

/** Runs a program with what it needs of the environment; throws with what it said unless it ends with 0. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { PATH: process.env['PATH'], HOME: cwd } });
  return stdout;
}

const readme = readFileSync(join(root, 'libs/client/README.md'), 'utf8');

/** The lines with which the README of the package begins, for another address. */
const tenLines = (url: string): string => /```ts\n(import .*?)```/s.exec(readme)![1]!.replace('http://127.0.0.1:8080', url);

/** What the other blocks of the README take for granted. */
const surroundings = `
  import { createClient, follow, InvalidRequestError, password, upload, verifyWebhook, type Client, type ProjectCreate } from 'partner-ordering';
  declare const api: Client, application: { clientId: string; clientSecret: string }, order: ProjectCreate;
  declare const body: string, headers: Headers, secret: string, gid: string, url: string, monday: Date, file: File, signal: AbortSignal;
  declare const form: { show(path: string, message: string): void }, bar: { value: number };`;

/** A bundle of a module that stands in a folder, as pages get it. */
async function bundled(folder: string, text: string): Promise<string> {
  const stdin = { contents: text, resolveDir: folder };
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: 'esm', write: false, logLevel: 'silent' });
  return outputFiles[0]!.text;
}

describe('the npm package of the client', () => {
  const folder = temporaryFolder();
  const [built, project] = [join(folder.path, 'built'), join(folder.path, 'project')];
  let system: TestSystem;
  before(async () => {
    await run(process.execPath, [join(root, 'workspace/client-package.ts'), built], root);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
    const packed = await run('npm', ['pack', built, '--silent', '--pack-destination', folder.path], folder.path);
    await run('npm', ['i', '--offline', join(folder.path, packed.trim())], project);
    await run(join(bin, 'tsc'), ['--init'], project);
  });
  after(async () => {
    await system?.stop();
    folder.remove();
  });

  test(`it has less than ${MAX_GZIPPED_BYTES / 1000} kB minified and gzipped, and what is not used is left out`, async (t) => {
    const whole = gzipSync(await bundled(project, `export * from 'partner-ordering';`)).length;
    t.diagnostic(`${whole} bytes`);
    assert.ok(whole < MAX_GZIPPED_BYTES, `${whole} bytes`);
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

  /** Checks the types of a file as a new project has them. */
  const compile = (name: string, text: string): Promise<string> => {
    writeFileSync(join(project, name), text);
    const config = { extends: './tsconfig.json', compilerOptions: { noEmit: true }, files: [name] };
    writeFileSync(join(project, `${name}.json`), JSON.stringify(config));
    return run(join(bin, 'tsc'), ['-p', `${name}.json`], project);
  };

  test('the ten lines of its README compile in a project of their own, and a slip in them does not', async () => {
    await compile('right.ts', tenLines('http://127.0.0.1:1'));
    await assert.rejects(compile('wrong.ts', tenLines('http://127.0.0.1:1').replace("mode: 'multi'", "mode: 'several'")), ({ stdout }) =>
      /several/.test(stdout),
    );
  });

  test('every other block of its README compiles with declarations in front, and a slip in one does not', async () => {
    const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].slice(1).map(([, block]) => `{\n${block}}`);
    assert.ok(blocks.length >= 5, `${blocks.length} blocks`);
    const all = [surroundings, ...blocks].join('\n');
    await compile('blocks.ts', all).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
    await assert.rejects(compile('slip.ts', all.replace('api.signFile', 'api.signFiles')), ({ stdout }) => /signFiles/.test(stdout));
  });

  describe('in Node', () => {
    before(async () => {
      system = await startTestSystem();
    });
    const runText = (text: string): Promise<string> => {
      writeFileSync(join(project, 'order.mjs'), text);
      return run(process.execPath, ['order.mjs'], project);
    };

    test('201 for the order of the ten lines', async () => {
      assert.match(await runText(tenLines(system.url)), /^\/v1\/projects\/[\da-f-]{36}\n$/);
    });

    test('a file goes with its length, and what was never sent is told from what may have been done', async () => {
      await using storage = await openStorage();
      const [told, unsent] = (await runText(inRuntime(storage.url, `http://127.0.0.1:${await freePort()}`))).trim().split('\n');
      const total = Number(storage.headers['content-length']);
      assert.deepEqual([storage.headers['transfer-encoding'], told, unsent], [undefined, `${total} of ${total}`, 'false']);
    });

    test('webhooks are verified by secret and by public key, and forged ones are refused', async () => {
      assert.equal(await runText(signedRequests()), 'evt_1\nevt_1\nWebhookVerificationError\n');
    });
  });
});

/** An upload with progress, and a POST without a key to where nobody is, which may not be repeated unless that is known. */
const inRuntime = (storage: string, nobody: string): string => `
import { createClient, sendForm } from 'partner-ordering';
const form = { action: '${storage}', file_field: 'file', fields: { key: 'uploads/1' }, max_size: 10_000_000 };
let told = '';
const { signal } = new AbortController();
await sendForm(form, new Blob(['a brief '.repeat(200_000)]), { signal, onProgress: (sent, total) => (told = sent + ' of ' + total) });
console.log(told);
const api = createClient({ url: '${nobody}', retry: { attempts: 1 } });
await api.requestPasswordReset({ email: 'user@example.com' }, { signal }).catch((error) => console.log(error.mayHaveTakenEffect));
`;

/** A request with both signatures, verified by each key, and with another body. */
function signedRequests(): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [key, at] = [randomBytes(32), Math.floor(Date.now() / 1000)];
  const body = '{"id":"evt_1","type":"webhook.check"}';
  const content = `evt_1.${at}.${body}`;
  const signatures = [
    createHmac('sha256', key).update(content).digest('base64'),
    sign(null, Buffer.from(content), privateKey).toString('base64'),
  ];
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': `${at}`, 'webhook-signature': `v1,${signatures[0]} v1a,${signatures[1]}` };
  const publicText = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  return `
import { verifyWebhook } from 'partner-ordering';
const [body, headers] = ${JSON.stringify([body, headers])};
for (const key of ['whsec_${key.toString('base64')}', 'whpk_${publicText}']) console.log((await verifyWebhook(body, headers, key)).id);
await verifyWebhook(body + ' ', new Headers(headers), 'whpk_${publicText}').catch((error) => console.log(error.name));
`;
}

/** A storage that takes a file and keeps the headers with which it came. */
async function openStorage() {
  const headers: IncomingHttpHeaders = {};
  const server = createServer(async (request, response) => {
    Object.assign(headers, request.headers);
    for await (const _chunk of request);
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const skip = chromiumPath === undefined && process.env['CI'] === undefined && 'there is no Chromium';

/**
 * A partner's page on an origin of its own; the storage's public address is only known to this machine, so the page's server passes uploads
 * on.
 */
describe('the client in a browser', { skip }, () => {
  let system: TestSystem;
  let script = '';
  const isTold = Promise.withResolvers<void>();
  const page = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.end(request.url === '/' ? '<!doctype html><title>Orders</title>' : undefined);
    // The rest is taken when the page has told how far it is.
    await isTold.promise;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(reached(system, `https://partner-ordering.test${request.url}`), {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type']! },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  let origin: string;
  before(async () => {
    await once(page.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    environment['CORS_ORIGINS'] = origin;
    system = await startTestSystem();
    delete environment['CORS_ORIGINS'];
    script = await bundled(join(root, 'libs/client'), `import * as client from './src/index.ts'; globalThis.client = client;`);
  });
  after(async () => {
    page.closeAllConnections();
    await new Promise((resolve) => page.close(resolve));
    await system?.stop();
  });

  test('a page uploads by a form from its server with progress, and reads a file by a token for files', async () => {
    await using browser = await startBrowser();
    const { page: shown, complaints } = await openPage(browser, origin, 'en-GB');
    await shown.exposeFunction('tell', () => isTold.resolve());
    await shown.addScriptTag({ content: script, type: 'module' });
    const inPage = <Result>(code: string, given: object): Promise<Result> => shown.evaluate<Result>(`(${code})(${JSON.stringify(given)})`);
    const user = await system.signIn('user@example.com', 'base upload_files');
    const form = (await user.get('/v1/upload_form')).body;
    form.action = `${origin}${new URL(form.action).pathname}`;
    const { told, url } = await inPage<{ told: number[][]; url: string }>(
      `async (form) => {
      const told = [];
      const file = new File(['a brief '.repeat(4_000_000)], 'brief.txt', { type: 'text/plain' });
      const { url } = await client.sendForm(form, file, { onProgress: (...progress) => void (told.push(progress), tell()) });
      return { told, url };
    }`,
      form,
    );
    assert.ok(told.length > 1 && told.every(([sent, total]) => sent! <= total! && total! > 32_000_000), JSON.stringify(told));
    assert.deepEqual(told.at(-1)![0], told.at(-1)![1]);
    assert.equal((await user.get(`/v1/file_info/${encodeURIComponent(url)}`)).body.size, 32_000_000);

    const tokens = [await system.signIn('user@example.com', 'files'), await system.signIn('user@example.com', 'base')];
    const said = await inPage<string[]>(
      `async ({ address, url, tokens }) => {
      const tried = async (work) => { try { return String(await work()); } catch (error) { return String(error); } };
      const of = (token) => client.createClient({ url: address, auth: client.givenToken(token) });
      return [
        await tried(async () => (await of(tokens[0]).signFile(url)).url),
        await tried(() => of(tokens[1]).signFile(url)),
        await tried(() => client.createClient({ url: address, auth: client.clientCredentials({ clientId: 'a', clientSecret: 'b' }) })),
      ];
    }`,
      { address: system.url, url, tokens: tokens.map(({ token }) => token) },
    );
    assert.match(said[0]!, /^https:\/\/partner-ordering\.test\/v1\/storage\//);
    assert.match(said[1]!, /^UsageError: auth: the scope base never belongs into a browser/);
    assert.match(said[2]!, /^UsageError: auth: a client secret never belongs into a browser/);
    assert.deepEqual(complaints, []);
  });
});
