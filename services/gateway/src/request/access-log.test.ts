import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { GatewayConfig } from '../config.ts';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

test('a share of 0 logs failures only, `off` nothing, and a share the same requests everywhere', async (t) => {
  const service = await startService(t, (request, response) => response.writeHead(request.method === 'PUT' ? 500 : 200).end());
  const ids = Array.from({ length: 20 }, newGid);
  const logged = async (accessLog: GatewayConfig['accessLog']): Promise<unknown[]> => {
    const { url, log, close } = await startGateway(t, service, { accessLog: accessLog! });
    for (const id of ids) await send(`${url}/v1/projects`, { headers: { 'x-request-id': id } });
    await send(`${url}/v1/projects/1`, { method: 'PUT', headers: { 'x-request-id': 'failed' } });
    await close();
    return log.map((line) => line['request_id']);
  };
  assert.deepEqual(await logged(1), [...ids, 'failed']);
  assert.deepEqual(await logged(0), ['failed']);
  assert.deepEqual(await logged('off'), []);
  const half = await logged(0.5);
  assert.ok(half.length > 1 && half.length < 21, String(half.length));
  assert.deepEqual(await logged(0.5), half);
});
