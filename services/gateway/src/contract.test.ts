import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { testKeys } from '@partner-ordering/testing';
import { routes } from '../generated/routes.ts';
import { createGateway, type GatewayConfig } from './service.ts';
import { send, startService } from './fixtures/test-gateway.ts';

test('every documented operation is routed to its service, and no internal path', async (t) => {
  const service = await startService(t);
  const names = new Set(routes.map((route) => route.service).filter((name) => name !== 'gateway'));
  const config: GatewayConfig = {
    services: Object.fromEntries([...names].map((name) => [name, [service.url]])),
    issuer: 'http://gateway.example',
    environment: 'test',
    serviceKeys: () => testKeys('gateway'),
  };
  const gateway = await createGateway(config, { logger: pino({ level: 'silent' }) });
  t.after(() => gateway.close());
  const { port } = await gateway.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  for (const { method, path, service: name } of routes) {
    if (name === 'gateway') continue;
    const concrete = path.replaceAll(/\{\w+\}/g, 'x');
    assert.equal((await send(url + concrete, { method: method.toUpperCase() })).status, 200, `${method} ${path}`);
    assert.ok(service.received.some((request) => request.method === method.toUpperCase() && request.url === concrete));
  }
  assert.ok(routes.every(({ path }) => !path.startsWith('/internal')));
  const { text } = await send(`${url}/v1/openapi.json`);
  const document = JSON.parse(text) as { openapi: string; servers: unknown; paths: Record<string, unknown> };
  assert.deepEqual(document.servers, [{ url: config.issuer }]);
  assert.ok(text.includes(`"tokenUrl":"${config.issuer}/oauth2/token"`) && !text.includes('.invalid'));
  assert.match(document.openapi, /^3\.1/);
  assert.deepEqual(Object.keys(document.paths).sort(), [...new Set(routes.map(({ path }) => path))].sort());
  assert.equal((await send(`${url}/v1/schema/query`)).status, 401);
  assert.equal((await send(`${url}/readyz`)).status, 503, 'revoked sessions are not known yet');
});
