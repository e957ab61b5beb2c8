import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually, freePort, type ApiClient } from '@partner-ordering/testing';
import pg from 'pg';
import { answers, run, runCommand, stop, stopAll, temporaryFolder, type Program } from './program.ts';
import { signingIn } from './test-system.ts';
import { demoInputs, respect, runGuides } from './workflows.ts';

const file = 'services/standalone/src/main.ts';
const folder = temporaryFolder();
const postmaster = join(folder.path, 'postgres/data/postmaster.pid');
let port: number;
let standalone: Program;

const start = (environment: Record<string, string | number> = {}): Program =>
  run(file, { DATA_DIR: folder.path, PORT: port, ...environment });

async function startAndWait(t: TestContext): Promise<void> {
  const startedAt = performance.now();
  standalone = start();
  await answers(standalone, `http://127.0.0.1:${port}/readyz`);
  t.diagnostic(`ready after ${Math.round(performance.now() - startedAt)} ms`);
  await eventually(() => standalone.stdout().includes('is ready'));
}

const signIn = (username: string): Promise<ApiClient> => signingIn(`http://127.0.0.1:${port}`).signIn(username);

/** The order that the welcome text shows. */
const shownOrder = (): unknown => JSON.parse(/-d '(\{.+?\})' http/.exec(standalone.stdout())![1]!);

/** The shell commands of a page of docs/partners. */
const commandsOf = (page: string): string[] => {
  const text = readFileSync(join(import.meta.dirname, `../../docs/partners/${page}.md`), 'utf8');
  return [...text.matchAll(/```(?:ba)?sh\n(.*?)```/gs)].map(([, lines]) => lines!);
};

/** Says which command fails, and reads what the guides read with jq, where that is missing. */
const PREPARE = `
  trap 'echo "failed: $BASH_COMMAND" >&2' ERR
  command -v jq > /dev/null || jq() { '${process.execPath}' -e '
    const value = eval("JSON.parse(fs.readFileSync(0))" + process.argv.at(-1)) ?? null;
    console.log(value);
    process.exitCode = value === null || value === false ? 1 : 0;' -- "$@"; }\n`;

describe('standalone', () => {
  before(async () => void (port = await freePort()));
  after(async () => {
    await stopAll();
    folder.remove();
  });

  test('the first start fills an empty folder with demo data and says how to use it', async (t) => {
    await startAndWait(t);
    const output = standalone.stdout();
    for (const text of [
      `http://127.0.0.1:${port}/v1`,
      '/docs',
      folder.path,
      'demo-app',
      'demo-secret',
      'demo-password',
      'user@example.com',
    ])
      assert.ok(output.includes(text), text);
    assert.ok((await fetch(`http://127.0.0.1:${port}/docs`)).ok);
    assert.deepEqual(await (await fetch(`http://127.0.0.1:${port}/docs/reference/settings.json`)).json(), { tryIt: true });
  });

  test('metrics stand on a port of their own, which is shown, by service', async () => {
    const [, url] = /Metrics +(\S+)\/<service>/.exec(standalone.stdout())!;
    for (const name of [...serviceNames, 'gateway']) {
      const response = await fetch(`${url}/${name}`);
      assert.deepEqual([response.status, (await response.text()).startsWith('# HELP ')], [200, true], name);
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 404);
  });

  test('the order that is shown to copy is accepted', async () => {
    const user = await signIn('user@example.com');
    assert.equal((await user.get('/v1/products', { parameters: { search: 'logo' } })).body.items[0].category.title, 'Logo design');
    const href = await user.create('/v1/projects', shownOrder());
    assert.equal((await user.get(href)).body.state, 'published');
    assert.equal((await user.get('/v1/projects')).body.total_count, 1);
  });

  test("a service's database role reaches its own database only", async () => {
    const { passwords } = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8')) as { passwords: Record<string, string> };
    const databasePort = Number(readFileSync(postmaster, 'utf8').split('\n')[3]);
    const connect = async (database: string): Promise<void> => {
      const client = new pg.Client({ host: '127.0.0.1', port: databasePort, user: 'ordering', password: passwords['ordering'], database });
      await client.connect().finally(() => client.end());
    };
    await connect('ordering');
    for (const other of ['identity', 'catalog', 'messaging', 'postgres', 'template1'])
      await assert.rejects(connect(other), { code: '42501' });
    assert.equal(statSync(join(folder.path, 'secrets.json')).mode & 0o777, 0o600);
  });

  test('our process takes less than 450 MB', { skip: process.platform !== 'linux' }, (t) => {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${standalone.process.pid}/status`, 'utf8'))!;
    t.diagnostic(`${Math.round(Number(kilobytes) / 1024)} MB`);
    assert.ok(Number(kilobytes) < 450 * 1024);
  });

  test('kill -9 loses nothing, and the next start recovers automatically', async (t) => {
    assert.equal(await stop(standalone, 'SIGKILL'), 'SIGKILL');
    await startAndWait(t);
    const user = await signIn('user@example.com');
    assert.equal((await user.get('/v1/projects')).body.total_count, 1);
    assert.ok((await user.get('/v1/products')).body.total_count >= 20);
  });

  test('the commands of the pages of docs/partners succeed, and one downloads a receipt', async () => {
    const first = ['first-order', 'signing-in', 'lists-and-queries', 'polling', 'money', 'files'];
    const next = ['safe-requests', 'approvals-and-budgets', 'ordering', 'webhooks', 'billing', 'price-sheets'];
    const script = [...first, ...next].flatMap(commandsOf).join('\n');
    // Nothing comes while the lines with `wait` wait, and a stream does not end by itself: curl says 28 for its limit.
    const here = script
      .replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
      .replaceAll('wait=25', 'wait=1')
      .replaceAll(/^curl -sN .*$/gm, '$& -m 1 || [ $? = 28 ]');
    const allStored = [...here.matchAll(/^([A-Z_]+)=\$\(/gm)].map(([, name]) => `\n: "\${${name}:?}"`).join('');
    const shell = runCommand('bash', ['-Eeuo', 'pipefail', '-c', PREPARE + here + allStored], { HOME: folder.path }, folder.path);
    assert.equal(await shell.ended, 0, shell.stderr());
    assert.ok(!shell.stdout().includes('"error"'), shell.stdout());
    assert.match(readFileSync(join(folder.path, 'receipt.pdf'), 'latin1'), /^%PDF-/);
  });

  describe('the workflows of docs/partners/workflows', () => {
    let demo: Awaited<ReturnType<typeof demoInputs>>;
    const url = (): string => `http://127.0.0.1:${port}`;
    const succeeds = async (program: Program): Promise<void> => assert.equal(await program.ended, 0, program.stdout() + program.stderr());
    const skip =
      spawnSync('python3', ['-c', 'import httpx; assert httpx.__version__ >= "0.25"']).status !== 0 && 'there is no Python with httpx 0.25';
    before(async () => void (demo = await demoInputs(url())));
    after(() => demo[Symbol.asyncDispose]());

    test("all succeed by Redocly's runner", () => succeeds(respect(url(), demo.inputs)));
    test('all succeed as TypeScript, as the guides show it', () => succeeds(runGuides('ts', url(), demo.inputs, folder.path)));
    test('all succeed as Python, as the guides show it', { skip }, () => succeeds(runGuides('python', url(), demo.inputs, folder.path)));
  });

  test('Ctrl-C under npm, which comes twice, is one clean stop', async () => {
    standalone.process.kill('SIGINT');
    assert.equal(await stop(standalone, 'SIGINT'), 0);
    assert.ok(!existsSync(postmaster));
  });

  test('a command of one service runs while nothing else does', async () => {
    const program = run(file, { DATA_DIR: folder.path, PORT: port }, ['accept-restore', 'ordering']);
    assert.equal(await program.ended, 0, program.stderr());
    assert.match(program.stderr(), /^\{.*"service":"ordering".*"The restored database is accepted"\}\n$/);
    assert.match(program.stdout(), /^ordering: [1-9]\d* states and \d+ kept events published anew\n$/);
    assert.ok(!existsSync(postmaster));
  });

  test('npm start ends with npm, also where npm can tell it nothing', async () => {
    const npm = runCommand('npm', ['start'], { DATA_DIR: folder.path, PORT: port, HOME: folder.path });
    await answers(npm, `http://127.0.0.1:${port}/readyz`);
    npm.process.kill('SIGKILL');
    await eventually(() => !existsSync(postmaster));
    await npm.ended;
  });

  test('a port in use is one line, and nothing is left running', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    const refused = start();
    assert.equal(await refused.ended, 1);
    assert.equal(refused.stderr(), `Cannot start: port ${port} of 127.0.0.1 is in use; choose another with PORT\n`);
    assert.ok(!existsSync(postmaster));
    await new Promise((resolve) => other.close(resolve));
  });

  test('production refuses a folder with demo data in one line', async () => {
    const refused = start({ NODE_ENV: 'production' });
    assert.equal(await refused.ended, 1);
    assert.equal(refused.stderr(), `Cannot start: ${folder.path} holds demo data; production needs another DATA_DIR\n`);
  });
});
