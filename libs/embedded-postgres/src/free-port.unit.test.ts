import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

test('a free port can be listened on, is none that outgoing connections get, and is handed out once', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  assert.equal(new Set(ports).size, 20);
  for (const port of ports) assert.ok(port >= 10_240 && port < 32_768, String(port));
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
