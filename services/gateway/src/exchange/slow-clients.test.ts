import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';
import { SlowClientTimeout } from './body.ts';

/** More than the buffers of both ends of a connection hold. */
const image = Buffer.alloc(64 * 1024 * 1024);

test('an answer is interrupted and its slot freed if the client reads too slowly; other clients get theirs', async (t) => {
  let closed = 0;
  const service = await startService(t, ({ url }, response) => {
    response.on('close', () => (closed += 1)).end(url === '/v1/projects/1' ? image : '{}');
  });
  const gateway = await startGateway(t, service, { slowClient: { bytesPerSecond: 1_000_000, graceMs: 0, mostMs: 0 } });
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
  t.after(() => socket.destroy());
  socket.write('GET /v1/projects/1 HTTP/1.1\r\nHost: a\r\n\r\n');
  // The client reads a little again and again, so the connection is never silent for long.
  const sip = setInterval(() => socket.pause().read(10), 20);
  t.after(() => clearInterval(sip));
  await eventually(() => closed === 1);
  assert.equal((await send(`${gateway.url}/v1/projects/2`)).status, 200);
  assert.equal(gateway.log[0]!['status'], 499);
});

/** A watched answer with a clock of the test: in each second of `pass`, `leaves` bytes leave and `comes` bytes are written. */
function watched(t: TestContext, bytesPerSecond = 1000) {
  let now = 0;
  let isCut = false;
  const socket = { bytesWritten: 0 };
  const answer = { writableLength: 0, socket, destroy: () => (isCut = true) };
  const response = answer as unknown as ServerResponse;
  const timeout = new SlowClientTimeout({ bytesPerSecond, graceMs: 10_000, mostMs: 60_000 }, () => now);
  t.after(() => timeout.stop());
  const ended = timeout.watch({} as ServerResponse, now);
  timeout.watch(response, now);
  timeout.unwatch(ended);
  const write = (bytes: number): void => {
    answer.writableLength += bytes;
    socket.bytesWritten += bytes;
  };
  const pass = (seconds: number, each: { leaves?: number; comes?: number } = {}): void => {
    for (let count = 0; count < seconds && !isCut; count += 1) {
      now += 1000;
      answer.writableLength -= each.leaves ?? 0;
      write(each.comes ?? 0);
      timeout.check();
    }
  };
  return { write, pass, isCut: () => isCut };
}

test('a waiting answer has 10 s, and one more second for each 1,000 bytes', (t) => {
  const { write, pass, isCut } = watched(t);
  write(16_000);
  pass(26);
  assert.equal(isCut(), false);
  pass(1);
  assert.equal(isCut(), true);
});

test('a client that reads 1,000 bytes a second continues, one that reads 900 is interrupted', (t) => {
  for (const [bytes, cut] of [
    [1000, false],
    [900, true],
  ] as const) {
    const { write, pass, isCut } = watched(t);
    write(16_000);
    pass(3600, { leaves: bytes, comes: bytes });
    assert.equal(isCut(), cut, `${bytes}`);
  }
});

test('a fast client saves up at most a minute, besides the time for the waiting bytes', (t) => {
  const { write, pass, isCut } = watched(t);
  write(16_000);
  pass(1, { leaves: 10_000_000, comes: 10_000_000 });
  pass(75);
  assert.equal(isCut(), false);
  pass(1);
  assert.equal(isCut(), true);
});

test('an answer without waiting bytes has no time limit, and with a rate of 0 no answer has one', (t) => {
  const idle = watched(t);
  idle.pass(3600);
  idle.write(1000);
  idle.pass(10);
  assert.equal(idle.isCut(), false);
  const free = watched(t, 0);
  free.write(1000);
  free.pass(3600);
  assert.equal(free.isCut(), false);
});
