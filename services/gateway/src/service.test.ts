import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { json, send, startGateway, startService } from './fixtures/test-gateway.ts';

test('close finishes the request in flight with Connection: close, then takes no more', async (t) => {
  const release = Promise.withResolvers<void>();
  const service = await startService(t, async (_request, response) => {
    await release.promise;
    response.end('done');
  });
  const gateway = await startGateway(t, service);
  const agent = new Agent({ keepAlive: true });
  const inFlight = new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
    const request = httpRequest(`${gateway.url}/v1/projects`, { agent }, (response) => {
      void response
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve({ text: chunks.join(''), connection: response.headers.connection }));
    });
    request.on('error', reject).end();
  });
  await eventually(() => assert.equal(service.received.length, 1));
  const closing = gateway.close();
  await eventually(() => assert.rejects(once(connect(gateway.port, '127.0.0.1'), 'connect'), /ECONNREFUSED/));
  release.resolve();
  assert.deepEqual(await inFlight, { text: 'done', connection: 'close' });
  await closing;
  await gateway.close();
});

test('close does not wait for a keep-alive connection whose answer had begun before', async (t) => {
  const release = Promise.withResolvers<void>();
  const service = await startService(t, async (_request, response) => {
    response.writeHead(200).write('be');
    await release.promise;
    response.end('gun');
  });
  const gateway = await startGateway(t, service);
  const agent = new Agent({ keepAlive: true });
  const response = await new Promise<IncomingMessage>((resolve) => httpRequest(`${gateway.url}/v1/projects`, { agent }, resolve).end());
  const closing = gateway.close();
  release.resolve();
  assert.equal((await response.setEncoding('utf8').toArray()).join(''), 'begun');
  const startedAtMs = performance.now();
  await closing;
  assert.ok(performance.now() - startedAtMs < 1000);
});

test('close does not wait for a connection that has asked nothing', async (t) => {
  const gateway = await startGateway(t, await startService(t));
  const silent = connect(gateway.port, '127.0.0.1');
  await once(silent, 'connect');
  const startedAtMs = performance.now();
  await gateway.close();
  assert.ok(performance.now() - startedAtMs < 2000);
  silent.destroy();
});

test('503 of /readyz comes before the port closes', async (t) => {
  const gateway = await startGateway(t, await startService(t), { timeouts: { drainDelayMs: 1_000 } });
  assert.equal((await send(`${gateway.url}/readyz`)).status, 200);
  const closing = gateway.close();
  const answer = await send(`${gateway.url}/readyz`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers['connection'], 'close');
  assert.equal((await send(`${gateway.url}/v1/projects`)).status, 200);
  await closing;
});

test('close cuts a request that outlives the time to stop', async (t) => {
  const service = await startService(t, () => undefined);
  const gateway = await startGateway(t, service, { timeouts: { stopTimeoutMs: 100 } });
  const cut = assert.rejects(send(`${gateway.url}/v1/projects`), /hang up|ECONNRESET/);
  await eventually(() => assert.equal(service.received.length, 1));
  await gateway.close();
  await cut;
});

test('200 of /livez and /readyz comes from the gateway itself, which serves no metrics to clients', async (t) => {
  const service = await startService(t);
  const gateway = await startGateway(t, service);
  await send(`${gateway.url}/v1/projects`);
  assert.equal((await send(`${gateway.url}/livez`)).status, 200);
  assert.equal((await send(`${gateway.url}/readyz`, { method: 'HEAD' })).status, 200);
  assert.equal((await send(`${gateway.url}/metrics`)).status, 404);
  assert.equal((await send(`${gateway.url}/livez`, { method: 'POST' })).status, 405);
  assert.equal(service.received.length, 1);
});

test('200 of the settings of the reference says whether to offer requests, unbuilt too', async (t) => {
  const service = await startService(t);
  for (const tryIt of [false, true]) {
    const { url } = await startGateway(t, service, { tryIt });
    const answer = await send(`${url}/docs/reference/settings.json`);
    assert.deepEqual([answer.status, answer.headers['cache-control'], json(answer)], [200, 'no-cache', { tryIt }]);
  }
});

test('200 of the account pages loads nothing from elsewhere', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  for (const path of ['/account/invitation', '/account/password', '/account/reset', '/account/email', '/account/restore']) {
    const { status, headers } = await send(url + path);
    assert.equal(status, 200, path);
    const rules = String(headers['content-security-policy']).split(';');
    for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'none'", "frame-ancestors 'none'"])
      assert.ok(rules.includes(rule), `${rule} of ${path}`);
  }
});
