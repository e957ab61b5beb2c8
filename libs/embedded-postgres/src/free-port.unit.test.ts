import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort, parsePortRange, portChooser, type PortChoice } from './free-port.ts';

const chooser = (given: Partial<PortChoice>): (() => Promise<number>) =>
  portChooser({ random: Math.random, ephemeral: [32_768, 60_999], canListen: async () => true, ...given });

/** Goes from 0 to 1 in so many steps, and again. */
function evenly(steps: number): () => number {
  let step = 0;
  return () => (step++ % steps) / steps;
}

test('a range of ports is two numbers, as Linux and macOS write them', () => {
  assert.deepEqual(parsePortRange('32768\t60999\n'), [32_768, 60_999]);
  assert.deepEqual(parsePortRange('49152\n65535\n'), [49_152, 65_535]);
  for (const text of ['', '32768', 'first last', '60999 32768', '1024 65536', '1 2 3']) assert.equal(parsePortRange(text), undefined, text);
});

test('a chosen port lies outside of the range of outgoing connections, on either side of it, and above well-known ones', async () => {
  const choose = chooser({ random: evenly(500) });
  const ports = await Promise.all(Array.from({ length: 500 }, choose));
  for (const port of ports) assert.ok(port >= 10_240 && port <= 65_535 && (port < 32_768 || port > 60_999), String(port));
  assert.ok(Math.min(...ports) < 32_768 && Math.max(...ports) > 60_999);
});

test('a range that leaves nothing is chosen from all the same', async () => {
  assert.equal(await chooser({ ephemeral: [1_024, 65_535], random: () => 0 })(), 10_240);
});

test('a port is handed out once, though asked for at the same time', async () => {
  const choose = chooser({ ephemeral: [10_243, 65_535] });
  const ports = await Promise.all([choose(), choose(), choose()]);
  assert.deepEqual(ports.toSorted(), [10_240, 10_241, 10_242]);
  await assert.rejects(choose(), { message: 'there is no free port' });
});

test('a port that cannot be listened on is passed over', async () => {
  const choose = chooser({ random: evenly(100), canListen: async (port) => port > 20_000 });
  assert.ok((await choose()) > 20_000);
});

test('a free port of this machine can be listened on, and outgoing connections do not get it', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  if (process.platform !== 'linux') return;
  const [first, last] = parsePortRange(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'))!;
  assert.ok(port < first || port > last || first <= 10_240);
});
