import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { chartRules, dashboardExpressions, labelsGiven, labelsIn, metricsGiven, metricsIn } from './chart-metrics.ts';
import { processNames, type ProcessName } from './processes.ts';
import { answers, run, stop, stopAll, type Program } from './program.ts';
import { fileOf, rowsOf, serviceEnvironments, type ServiceEnvironments } from './service-environments.ts';

describe('services as separate processes', () => {
  /** Reports loaded modules of OpenTelemetry's SDK on stderr; prom-client loads the API itself. */
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (/@opentelemetry(?!\\/api\\/)/.test(url) && console.error(url), next(url, context)) });`;
  const watched = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}` };

  const measured = async (name: ProcessName): Promise<string> =>
    (await fetch(`http://127.0.0.1:${services.metricsPorts[name]}/metrics`)).text();

  let services: ServiceEnvironments;
  let unmigrated: Readonly<Record<string, string>>;
  let programs: Program[];
  before(async () => {
    services = await serviceEnvironments();
    unmigrated = { ...services.byProcess.catalog, MIGRATE_ON_START: 'false' };
    const variablesByProcess = { ...services.byProcess, catalog: unmigrated };
    programs = processNames.map((name) => run(fileOf(name), { ...variablesByProcess[name], ...watched }));
  });
  after(async () => {
    await stopAll();
    await services?.end();
  });

  test('`migrate` updates the database; until then a service without automatic migration is alive and not ready', async () => {
    const catalog = programs[processNames.indexOf('catalog')]!;
    await answers(catalog, `${services.url('catalog')}/livez`);
    assert.equal((await fetch(`${services.url('catalog')}/readyz`)).status, 503);
    await eventually(async () =>
      assert.match(catalog.stdout(), /the database lacks all migrations: run `npm run migrate -w services\/catalog`/),
    );
    assert.equal(await run(fileOf('catalog'), unmigrated, ['migrate']).ended, 0);
    await answers(catalog, `${services.url('catalog')}/readyz`);
  });

  test("each service starts alone without OpenTelemetry’s SDK, exports the chart's metrics, and together they form the system", async () => {
    for (const [index, name] of processNames.entries()) await answers(programs[index]!, `${services.url(name)}/readyz`);
    assert.equal((await fetch(`${services.url('gateway')}/v1`)).status, 200);
    assert.equal((await fetch(`${services.url('gateway')}/v1/products`)).status, 401);
    const lag = /^consumer_lag_messages\{topic="ordering.state",service="billing"\} 0$/m;
    await eventually(async () => assert.match(await measured('billing'), lag), { timeoutMs: 15_000 });
    const pages = await Promise.all(processNames.map(measured));
    const page = pages.join('\n');
    for (const [index, name] of processNames.entries())
      for (const metric of ['build_info', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
        assert.match(pages[index]!, new RegExp(`^${metric}\\{.*service="${name}"`, 'm'));
    const [gateway, ...otherPrograms] = programs.toReversed();
    assert.deepEqual(new Set(await Promise.all(otherPrograms.map((program) => stop(program)))), new Set([0]));
    // An error answer has all labels.
    assert.equal((await fetch(`${services.url('gateway')}/v1/p/organizations/unknown`)).status, 503);
    assertChartKnows(page, await measured('gateway'));
    assert.equal(await stop(gateway!), 0);
    for (const [index, name] of processNames.entries()) {
      const first = JSON.parse(programs[index]!.stdout().split('\n')[0]!) as { service: string };
      assert.equal(first.service, name);
      assert.equal(programs[index]!.stderr(), '');
    }
  });

  /** Every metric in the chart's rules and dashboard is exported by a service or made by a rule, and every label of requests exists. */
  function assertChartKnows(page: string, gatewayPage: string): void {
    const rules = chartRules();
    const expressions = [...rules.map(({ expr }) => expr), ...dashboardExpressions()];
    assert.ok(expressions.length > 20);
    // Metrics of Prometheus, its exporters, the kubelet and CloudNativePG, and the gateway's with a certificate.
    const otherMetrics = [
      'up',
      'ALERTS',
      'probe_ssl_earliest_cert_expiry',
      'container_cpu_usage_seconds_total',
      'container_memory_working_set_bytes',
      'kubelet_volume_stats_available_bytes',
      'kubelet_volume_stats_capacity_bytes',
      'kube_deployment_spec_replicas',
      'kube_deployment_status_replicas_available',
      'cnpg_collector_pg_wal',
      'cnpg_collector_pg_wal_archive_status',
      'gateway_certificate_expiry_timestamp_seconds',
    ];
    const recorded = rules.flatMap(({ record }) => record ?? []);
    const existingMetrics = new Set([...metricsGiven(page), ...otherMetrics, ...recorded]);
    assert.deepEqual(
      [...new Set(expressions.flatMap(metricsIn))].filter((metric) => !existingMetrics.has(metric)),
      [],
    );
    const metric = 'http_server_request_duration_seconds';
    // Prometheus adds the first labels.
    const labels = new Set(['namespace', 'instance', 'job', ...labelsGiven(gatewayPage, `${metric}_bucket`)]);
    const labelsOfMetric = expressions.filter((expression) => expression.includes(metric)).flatMap(labelsIn);
    assert.deepEqual(
      [...new Set(labelsOfMetric)].filter((label) => !labels.has(label)),
      [],
    );
  }

  test('every command on a database that serves newer releases only is refused in one line', async () => {
    await rowsOf(
      String(services.byProcess.catalog['DATABASE_URL']),
      `insert into oldest_release (migration, version) values ('catalog-900', '{99,1,0}')`,
    );
    const refusedProgram = run(fileOf('catalog'), services.byProcess.catalog, ['replay']);
    assert.equal(await refusedProgram.ended, 1);
    const line = /^Cannot replay: the database serves releases from 99\.1\.0 on, and this is [\d.]+: migration catalog-900 .*\n$/;
    assert.match(refusedProgram.stderr(), line);
  });

  test('`prepare-messaging` needs the brokers', async () => {
    const missingBrokers = run(fileOf('identity'), {}, ['prepare-messaging']);
    const missing = 'Cannot prepare-messaging: KAFKA_BROKERS is missing (outside production MESSAGING_URL may take its place)\n';
    assert.deepEqual([await missingBrokers.ended, missingBrokers.stderr()], [1, missing]);
  });

  test('`replay` repeats rejected events, restarts jobs that were given up, and prints how many', async () => {
    const url = String(services.byProcess.billing['DATABASE_URL']);
    await rowsOf(url, `insert into job (name, key, attempts, given_up_at) values ('render_receipt', 'x', 1500, now())`);
    const program = run(fileOf('billing'), services.byProcess.billing, ['replay']);
    assert.equal(await program.ended, 0, program.stderr());
    assert.match(program.stdout(), /"jobs":1,"msg":"Jobs that were given up begin anew".*"handled":0,"passedOver":0,"failed":0,/s);
    const remainingJobs = await rowsOf(url, `select attempts, given_up_at from job where key = 'x'`);
    assert.deepEqual(remainingJobs, [{ attempts: 0, given_up_at: null }]);
  });

  test('`dead` shows what was set aside, and `discard` drops one for a reason that the log keeps', async () => {
    const billing = services.byProcess.billing;
    const at = `'2026-11-20T10:00:00Z'`;
    await rowsOf(
      String(billing['DATABASE_URL']),
      `insert into dead_letter values ('ordering.facts', 2, 17, 'project/x', 8388608, '', 'Error: too long', ${at})`,
    );
    const shown = run(fileOf('billing'), billing, ['dead']);
    const line = 'ordering.facts/2/17  2026-11-20T10:00:00Z  8388608 bytes  project/x  Error: too long';
    assert.deepEqual([await shown.ended, shown.stderr(), shown.stdout()], [0, '', `${line}\nbilling: 1 set aside\n`]);
    const unexplained = run(fileOf('billing'), billing, ['discard', 'ordering.facts/2/17']);
    assert.equal(await unexplained.ended, 1);
    assert.match(unexplained.stderr(), /^Cannot discard: the arguments are the place of a message, as `dead` shows it, and your reason\n$/);
    const discarded = run(fileOf('billing'), billing, ['discard', 'ordering.facts/2/17', 'written', 'by', 'a', 'test']);
    assert.equal(await discarded.ended, 0, discarded.stderr());
    assert.match(discarded.stdout(), /"place":"ordering\.facts\/2\/17","reason":"written by a test","msg":"A message was discarded"/);
    const again = run(fileOf('billing'), billing, ['discard', 'ordering.facts/2/17', 'twice']);
    assert.deepEqual([await again.ended, again.stderr()], [1, 'Cannot discard: billing has set nothing aside at ordering.facts/2/17\n']);
  });

  test('`check-integrity` reports success, or prints the rule with its rows and exits with 1', async () => {
    const url = String(services.byProcess.ordering['DATABASE_URL']);
    const closed = run(fileOf('ordering'), services.byProcess.ordering, ['check-integrity']);
    assert.deepEqual([await closed.ended, closed.stdout(), closed.stderr()], [0, 'ordering: all integrity checks hold\n', '']);
    const account = `'019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-0000000000a1', '2020-01', 'EUR'`;
    await rowsOf(url, `insert into budget_account values (${account}, 5)`);
    const integrityCheck = run(fileOf('ordering'), services.byProcess.ordering, ['check-integrity']);
    assert.equal(await integrityCheck.ended, 1);
    assert.match(
      integrityCheck.stdout(),
      /^budgets: \{"user":"019a0000-[^\n]*"month":"2020-01","currency":"EUR","booked_minor":"5","sum":null\}\n$/,
    );
    assert.equal(integrityCheck.stderr(), 'Cannot check-integrity: integrity checks of ordering fail: budgets\n');
  });

  test('`lost-files` reports success, or prints each file whose content is gone and exits with 1', async () => {
    const { files } = services.byProcess;
    const whole = run(fileOf('files'), files, ['lost-files']);
    assert.deepEqual([await whole.ended, whole.stdout(), whole.stderr()], [0, 'files: the storage has all files\n', '']);
    await rowsOf(
      String(files['DATABASE_URL']),
      `insert into file (path, uploader_gid, name, content_type, size_bytes, created_at)
       values ('gone.txt', '019a0000-0000-7000-8000-0000000000a1', 'a.txt', 'text/plain', 3, '2026-11-20T10:00:00Z')`,
    );
    const lost = run(fileOf('files'), files, ['lost-files']);
    assert.equal(await lost.ended, 1);
    assert.match(lost.stdout(), /^gone\.txt  2026-11-20 10:00:00\+00\n$/);
    assert.equal(lost.stderr(), 'Cannot lost-files: the storage has lost 1 files\n');
  });

  test('`migrate --demo` fills an empty database, and production refuses it', async () => {
    const database = await services.emptyDatabase();
    const environment: Record<string, string | number> = { ...services.byProcess.catalog, DATABASE_URL: database.url };
    assert.equal(await run(fileOf('catalog'), environment, ['migrate', '--demo']).ended, 0);
    assert.ok((await rowsOf(database.url, 'select from product')).length > 0);
    const { MESSAGING_URL: _, ...rest } = environment;
    const overKafka = { ...rest, NODE_ENV: 'production', KAFKA_BROKERS: '127.0.0.1:9' };
    const production = run(fileOf('catalog'), overKafka, ['migrate', '--demo']);
    assert.deepEqual([await production.ended, production.stderr()], [1, 'Cannot migrate: there is no demo data in production\n']);
  });
});
