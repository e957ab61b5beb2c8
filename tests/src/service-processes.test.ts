import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, testCertificate } from '@partner-ordering/testing';
import { alertExpressions, dashboardExpressions, labelsGiven, labelsIn, metricsGiven, metricsIn } from './chart-metrics.ts';
import { processNames } from './processes.ts';
import { answers, run, stop, stopAll, type Program } from './program.ts';
import { fileOf, rowsOf, serviceEnvironments, type ServiceEnvironments } from './service-environments.ts';

describe('services as processes of their own', () => {
  let services: ServiceEnvironments;
  before(async () => void (services = await serviceEnvironments()));
  afterEach(stopAll);
  after(() => services?.end());

  test('each starts alone with its environment, and together they are the system', async () => {
    const programs: Program[] = processNames.map((name) => run(fileOf(name), services.of[name]));
    for (const [index, name] of processNames.entries()) await answers(programs[index]!, `${services.url(name)}/readyz`);
    assert.equal((await fetch(`${services.url('gateway')}/v1`)).status, 200);
    assert.equal((await fetch(`${services.url('gateway')}/v1/products`)).status, 401);
    const lag = /^consumer_lag_messages\{topic="ordering.state",service="billing"\} 0$/m;
    await eventually(
      async () => assert.match(await (await fetch(`http://127.0.0.1:${services.metricsPorts.billing}/metrics`)).text(), lag),
      {
        timeoutMs: 15_000,
      },
    );
    assert.deepEqual(
      await Promise.all(programs.map((program) => stop(program))),
      processNames.map(() => 0),
    );
    for (const [index, name] of processNames.entries()) {
      const first = JSON.parse(programs[index]!.stdout().split('\n')[0]!) as { service: string };
      assert.equal(first.service, name);
      assert.equal(programs[index]!.stderr(), '');
    }
  });

  test('every metric that the alerts and the dashboard of the chart name is one that a service gives', async () => {
    const given = new Set<string>();
    const { cert, key } = await testCertificate();
    const files = { TLS_CERT_FILE: join(services.folder, 'tls.crt'), TLS_KEY_FILE: join(services.folder, 'tls.key') };
    writeFileSync(files.TLS_CERT_FILE, cert);
    writeFileSync(files.TLS_KEY_FILE, key);
    for (const name of ['identity', 'billing', 'notifications', 'gateway'] as const) {
      const overTls = name === 'gateway' ? { ...files, ISSUER: 'https://orders.example' } : {};
      await answers(run(fileOf(name), { ...services.of[name], ...overTls }), `http://127.0.0.1:${services.metricsPorts[name]}/metrics`);
      await eventually(async () => {
        const page = await fetch(`http://127.0.0.1:${services.metricsPorts[name]}/metrics`);
        metricsGiven(await page.text()).forEach((metric) => given.add(metric));
      });
    }
    // What Prometheus, its blackbox exporter and the kubelet measure.
    for (const metric of [
      'up',
      'probe_ssl_earliest_cert_expiry',
      'container_cpu_usage_seconds_total',
      'container_memory_working_set_bytes',
    ])
      given.add(metric);
    const [alerts, panels] = [alertExpressions(), dashboardExpressions()];
    assert.ok(alerts.length > 10 && panels.length > 10);
    const named = new Set([...alerts, ...panels].flatMap(metricsIn));
    assert.deepEqual([...named].filter((metric) => !given.has(metric)), []); // prettier-ignore
  });

  test('nothing of OpenTelemetry’s SDK is loaded, unless there is a collector to send to', async () => {
    // prom-client loads the API by itself.
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (/@opentelemetry(?!\\/api\\/)/.test(url) && console.error(url), next(url, context)) });`;
    const loadedBy = async (name: 'billing' | 'gateway', more: Record<string, string>): Promise<string> => {
      const hooked = { ...services.of[name], NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}`, ...more };
      const program = run(fileOf(name), hooked);
      await answers(program, `${services.url(name)}/livez`);
      assert.equal(await stop(program), 0);
      return program.stderr();
    };
    const assertLoaded = async (name: 'billing' | 'gateway'): Promise<void> => {
      assert.equal(await loadedBy(name, {}), '');
      assert.match(await loadedBy(name, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }), /@opentelemetry\/sdk-trace/);
    };
    await Promise.all([assertLoaded('billing'), assertLoaded('gateway')]);
  });

  test('every label of requests that the alerts and the dashboard name is one that the gateway gives', async () => {
    await answers(run(fileOf('gateway'), services.of.gateway), `${services.url('gateway')}/livez`);
    assert.equal((await fetch(`${services.url('gateway')}/v1/p/organizations/unknown`)).status, 503);
    const metric = 'http_server_request_duration_seconds';
    const page = await (await fetch(`http://127.0.0.1:${services.metricsPorts.gateway}/metrics`)).text();
    // Prometheus adds the first.
    const given = new Set(['namespace', ...labelsGiven(page, `${metric}_bucket`)]);
    const expressions = [...alertExpressions(), ...dashboardExpressions()].filter((expression) => expression.includes(metric));
    assert.ok(expressions.length > 5);
    assert.deepEqual([...new Set(expressions.flatMap(labelsIn))].filter((label) => !given.has(label)), []); // prettier-ignore
  });

  test('`migrate` brings the database up to date and ends; until then a service that does not migrate by itself is alive and not ready', async () => {
    const database = await services.emptyDatabase();
    const unmigrated = { ...services.of.catalog, MIGRATE_ON_START: 'false', DATABASE_URL: database.url };
    const identity = run(fileOf('identity'), services.of.identity);
    const catalog = run(fileOf('catalog'), unmigrated);
    await answers(catalog, `${services.url('catalog')}/livez`);
    assert.equal((await fetch(`${services.url('catalog')}/readyz`)).status, 503);
    await eventually(async () =>
      assert.match(catalog.stdout(), /the database lacks all migrations: run `npm run migrate -w services\/catalog`/),
    );
    assert.equal(await run(fileOf('catalog'), unmigrated, ['migrate']).ended, 0);
    await answers(catalog, `${services.url('catalog')}/readyz`);
    assert.deepEqual(await Promise.all([stop(catalog), stop(identity)]), [0, 0]);
  });

  test('on a schema that is newer a service runs while the database serves its release, and refuses with one line when it does not', async () => {
    const database = await services.emptyDatabase();
    const unmigrated = { ...services.of.catalog, MIGRATE_ON_START: 'false', DATABASE_URL: database.url };
    assert.equal(await run(fileOf('catalog'), unmigrated, ['migrate']).ended, 0);
    const later = `insert into mikro_orm_migrations (name) values ('catalog-900-of-a-later-release')`;
    const served = (release: string): string => `insert into oldest_release (migration, version) values ('catalog-900', '{${release}}')`;
    for (const statement of [later, served('0,0,9')]) await rowsOf(database.url, statement);
    const identity = run(fileOf('identity'), services.of.identity);
    const catalog = run(fileOf('catalog'), unmigrated);
    await answers(catalog, `${services.url('catalog')}/readyz`);
    assert.deepEqual(await Promise.all([stop(catalog), stop(identity)]), [0, 0]);
    assert.equal(await run(fileOf('catalog'), unmigrated, ['migrate']).ended, 0);

    await rowsOf(database.url, `delete from oldest_release`);
    await rowsOf(database.url, served('99,1,0'));
    for (const [command, args] of [
      ['start', []],
      ['migrate', ['migrate']],
      ['replay', ['replay']],
    ] as const) {
      // prettier-ignore
      const refused = run(fileOf('catalog'), unmigrated, args);
      assert.equal(await refused.ended, 1);
      assert.match(
        refused.stderr(),
        new RegExp(`^Cannot ${command}: the database serves releases from 99\\.1\\.0 on, and this is [\\d.]+: migration catalog-900 .*\n$`),
      );
    }
  });

  test('`prepare-messaging` needs the brokers', async () => {
    const without = run(fileOf('identity'), {}, ['prepare-messaging']);
    const missing = 'Cannot prepare-messaging: KAFKA_BROKERS is missing (outside production MESSAGING_URL may take its place)\n';
    assert.deepEqual([await without.ended, without.stderr()], [1, missing]);
  });

  test('`replay` handles what was rejected once more and ends', async () => {
    const program = run(fileOf('billing'), services.of.billing, ['replay']);
    assert.equal(await program.ended, 0, program.stderr());
    assert.match(program.stdout(), /"handled":0,"passedOver":0,"failed":0,"msg":"Rejected messages were handled once more"/);
  });

  test('`replay` lets jobs that were given up begin anew, and says how many', async () => {
    const url = String(services.of.billing['DATABASE_URL']);
    await rowsOf(url, `insert into job (name, key, attempts, given_up_at) values ('render_receipt', 'x', 1500, now())`);
    const program = run(fileOf('billing'), services.of.billing, ['replay']);
    assert.equal(await program.ended, 0, program.stderr());
    assert.match(program.stdout(), /"jobs":1,"msg":"Jobs that were given up begin anew"/);
    const left = await rowsOf(url, `select attempts, given_up_at from job where key = 'x'`);
    assert.deepEqual(left, [{ attempts: 0, given_up_at: null }]);
  });

  test('`check-books` says that the books close, or which rule is broken by what, and ends with 1', async () => {
    const url = String(services.of.ordering['DATABASE_URL']);
    const [closed, other] = [
      run(fileOf('ordering'), services.of.ordering, ['check-books']),
      run(fileOf('files'), services.of.files, ['check-books']),
    ];
    assert.deepEqual([await closed.ended, closed.stdout(), closed.stderr()], [0, 'ordering: the books close\n', '']);
    assert.deepEqual([await other.ended, other.stdout()], [0, 'files: the books close\n']);
    const account = `'019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-0000000000a1', '2020-01', 'EUR'`;
    await rowsOf(url, `insert into budget_account values (${account}, 5)`);
    const open = run(fileOf('ordering'), services.of.ordering, ['check-books']);
    assert.equal(await open.ended, 1);
    assert.match(open.stdout(), /^budgets: \{"user":"019a0000-[^\n]*"month":"2020-01","currency":"EUR","booked_minor":"5","sum":null\}\n$/);
    assert.equal(open.stderr(), 'Cannot check-books: the books of ordering do not close: budgets\n');
    await rowsOf(url, `delete from budget_account where month = '2020-01'`);
  });

  test('`republish` publishes all states anew and ends', async () => {
    const program = run(fileOf('catalog'), services.of.catalog, ['republish']);
    assert.deepEqual([await program.ended, program.stdout()], [0, 'catalog: 0 states published anew\n'], program.stderr());
  });

  test('`migrate --demo` fills an empty database, and production refuses it', async () => {
    const database = await services.emptyDatabase();
    const environment: Record<string, string | number> = { ...services.of.catalog, DATABASE_URL: database.url };
    for (const _ of ['the first time', 'and again'])
      assert.equal(await run(fileOf('catalog'), environment, ['migrate', '--demo']).ended, 0);
    assert.ok((await rowsOf(database.url, 'select from product')).length > 0);
    const { MESSAGING_URL: _, ...rest } = environment;
    const overKafka = { ...rest, NODE_ENV: 'production', KAFKA_BROKERS: '127.0.0.1:9' };
    const production = run(fileOf('catalog'), overKafka, ['migrate', '--demo']);
    assert.deepEqual([await production.ended, production.stderr()], [1, 'Cannot migrate: there is no demo data in production\n']);
  });

  test('an unknown command is answered with those that there are', async () => {
    const program = run(fileOf('identity'), services.of.identity, ['migrat']);
    const own =
      'create-admin, disable-user, enable-user, disable-application, enable-application, end-sessions, application-addresses, application-scopes, replace-signing-key';
    const answer = `Cannot migrat: unknown command; there is migrate, migrate --demo, replay, republish, check-books, ${own}\n`;
    assert.deepEqual([await program.ended, program.stderr()], [1, answer]);
  });

  test('a missing variable is named in one line', async () => {
    for (const name of processNames) {
      const { SERVICE_KEY_FILE: _, ...rest } = services.of[name];
      const program = run(fileOf(name), rest);
      assert.equal(await program.ended, 1);
      assert.match(program.stderr(), /^Cannot start: SERVICE_KEY is missing .*\n$/);
    }
    const { IDENTITY_URL: _, ...rest } = services.of.catalog;
    const program = run(fileOf('catalog'), rest);
    assert.equal(await program.ended, 1);
    assert.equal(program.stderr(), 'Cannot start: IDENTITY_URL is missing (where that service listens)\n');
  });

  test('a port in use is one line', async () => {
    const other = createServer().listen(services.ports.catalog, '127.0.0.1');
    const program = run(fileOf('catalog'), services.of.catalog);
    assert.equal(await program.ended, 1);
    assert.equal(program.stderr(), `Cannot start: port ${services.ports.catalog} of 127.0.0.1 is in use; choose another with PORT\n`);
    await new Promise((resolve) => other.close(resolve));
  });
});
