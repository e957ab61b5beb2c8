import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { afterRunning } from './running-time.ts';

test('an answer that came while the process stood still is read before the time is over', async () => {
  const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const happened: string[] = [];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('data', () => happened.push('answered'));
  const over = new Promise<void>((resolve) => void afterRunning(200, () => (happened.push('over'), resolve())));
  await once(socket, 'connect');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  const stay = setTimeout(() => undefined, 10_000);
  await over;
  clearTimeout(stay);
  server.close();
  assert.deepEqual(happened, ['answered', 'over']);
});

test('nothing happens after the wait has ended', async () => {
  let isOver = false;
  afterRunning(50, () => (isOver = true))();
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.equal(isOver, false);
});
