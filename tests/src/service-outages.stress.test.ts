import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { eventually, freePort } from '@partner-ordering/testing';
import { type ProcessName } from './processes.ts';
import { answers, run, stop, stopAll, type Program } from './program.ts';
import { fileOf, rowsOf, serviceEnvironments, type ServiceEnvironments } from './service-environments.ts';

describe('services whose database or broker is not ready', () => {
  let services: ServiceEnvironments;
  before(async () => void (services = await serviceEnvironments()));
  afterEach(stopAll);
  after(() => services?.end());

  test('`migrate` waits for a database that is down', async () => {
    const port = await freePort();
    const program = run(
      fileOf('catalog'),
      { ...services.byProcess.catalog, DATABASE_URL: `postgres://catalog:9f2c@127.0.0.1:${port}/catalog` },
      ['migrate'],
    );
    // The end of a connection at once is what a server that starts answers.
    let attempts = 0;
    const starting = createServer((socket) => (attempts++, socket.destroy())).listen(port, '127.0.0.1');
    await eventually(() => attempts >= 2, { timeoutMs: 20_000 });
    await stop(program);
    await new Promise((resolve) => starting.close(resolve));
  });

  test('`migrate` of an empty database waits for a broker that does not answer, and says which; later no broker is asked', async () => {
    const database = await services.emptyDatabase();
    const { MESSAGING_URL: _, ...rest } = services.byProcess.catalog;
    const broker = `127.0.0.1:${await freePort()}`;
    const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_USERNAME: 'catalog', KAFKA_PASSWORD: '9f2c' };
    const overKafka = { ...rest, ...sasl, NODE_ENV: 'production', DATABASE_URL: database.url, KAFKA_BROKERS: broker };
    const waitingProgram = run(fileOf('catalog'), overKafka, ['migrate']);
    await eventually(() => waitingProgram.stdout().includes('"msg":"Waiting for a broker"'), { timeoutMs: 20_000 });
    const line = waitingProgram.stdout().split('\n')[0]!;
    assert.match(line, new RegExp(`"message":"no broker answers at ${broker}: [^"]*ECONNREFUSED`));
    assert.equal(await stop(waitingProgram), 1);
    assert.ok(!waitingProgram.stdout().includes('9f2c'));
    assert.deepEqual(await rowsOf(database.url, `select tablename from pg_tables where schemaname = 'public'`), []);

    const variables = { ...services.byProcess.catalog, DATABASE_URL: database.url };
    assert.equal(await run(fileOf('catalog'), variables, ['migrate']).ended, 0);
    assert.equal(await run(fileOf('catalog'), overKafka, ['migrate']).ended, 0);
  });

  test('while Kafka is down services start, answer and stop', async () => {
    const overKafka = (name: ProcessName): Program => {
      const { MESSAGING_URL: _, ...rest } = services.byProcess[name];
      return run(fileOf(name), { ...rest, KAFKA_BROKERS: nowhere });
    };
    const nowhere = `127.0.0.1:${await freePort()}`;
    const programs = [overKafka('identity'), overKafka('catalog')] as const;
    for (const [index, name] of (['identity', 'catalog'] as const).entries())
      await answers(programs[index]!, `${services.url(name)}/readyz`);
    assert.equal((await fetch(`${services.url('catalog')}/v1/products`)).status, 401);
    await eventually(() => programs[1].stdout().includes('Consuming failed and will be tried again'));
    assert.deepEqual(await Promise.all(programs.map((program) => stop(program))), [0, 0]);
  });

  test('a database that is down is waited for: alive, not ready, 503', async () => {
    const nowhere = `postgres://catalog:9f2c@127.0.0.1:${await freePort()}/catalog`;
    const program = run(fileOf('catalog'), { ...services.byProcess.catalog, DATABASE_URL: nowhere, MESSAGING_URL: nowhere });
    await answers(program, `${services.url('catalog')}/livez`);
    assert.equal((await fetch(`${services.url('catalog')}/readyz`)).status, 503);
    assert.equal((await fetch(`${services.url('catalog')}/v1/products`)).status, 503);
    await eventually(() => program.stdout().includes('Waiting for the database'));
    assert.equal(await stop(program), 0);
    assert.ok(!program.stdout().includes('9f2c'));
  });
});
