import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import {
  answers,
  ask,
  blockOf,
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  good,
  HEADERS,
  held,
  PING,
  requestOf,
  RST_STREAM,
  SETTINGS,
  startHttp2,
  type Spoken,
  WINDOW_UPDATE,
} from '../fixtures/http2.ts';

test(
  'a connection that has ended gives its place back, though its client takes nothing of what was written',
  { timeout: 60_000 },
  async (t) => {
    // More than the operating system takes for a client.
    const image = Buffer.alloc(64 * 1024 * 1024);
    const { speak, open } = await startHttp2(t, (_request, response) => void response.end(image), {
      limits: { connectionsPerAddress: 1 },
      timeouts: { silenceTimeoutMs: 500, checkMs: 50 },
      taking: { graceMs: 500, mostMs: 500 },
    });
    const { socket, frame } = await speak();
    const largest = 2 ** 31 - 1;
    const [setting, more] = [Buffer.from([0, 4, 0, 0, 0, 0]), Buffer.alloc(4)];
    setting.writeUInt32BE(largest, 2);
    more.writeUInt32BE(largest - 65_535);
    frame(SETTINGS, setting);
    frame(WINDOW_UPDATE, more);
    socket.pause();
    frame(HEADERS, blockOf(requestOf('GET', '/v1/projects', [['authorization', 'Bearer good']])), END_HEADERS | END_STREAM, 1);
    await assert.rejects(answers(open));
    await eventually(() => answers(open), { intervalMs: 100 });
  },
);

test('requests that a client resets at once run out, and its connection is closed; others notice nothing', async (t) => {
  const { open, log } = await startHttp2(t, held().handle);
  const hostile = open();
  const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  for (let sent = 0; !hostile.closed && sent < 4000; sent += 100) {
    const streams = Array.from({ length: 100 }, () => hostile.request({ ':path': '/v1/projects', ...good }).on('error', () => undefined));
    await tick();
    streams.forEach((stream) => stream.close(constants.NGHTTP2_CANCEL));
    await tick();
  }
  await eventually(() => hostile.destroyed);
  assert.ok(log.length < 2000, `${log.length} were begun`);
  assert.equal((await ask(open(), '/livez')).status, 200);
});

test(
  'a connection that floods is cut, though it reads nothing: settings, pings, pieces of a body without bytes, resets, a head without an end',
  { timeout: 120_000 },
  async (t) => {
    const { speak, open } = await startHttp2(t, undefined, {
      limits: { connectionsPerAddress: 1 },
      body: { bytesPerSecond: 0 },
      timeouts: { checkMs: 100 },
    });
    const floods: ((frame: Spoken['frame'], round: number) => void)[] = [
      (frame) => frame(SETTINGS, Buffer.alloc(0)),
      (frame) => frame(PING, Buffer.alloc(8)),
      (frame, round) =>
        round === 0
          ? frame(HEADERS, blockOf(requestOf('POST', '/v1/projects', [['authorization', 'Bearer good']])), END_HEADERS, 1)
          : frame(DATA, Buffer.alloc(0), 0, 1),
      (frame, round) => {
        frame(HEADERS, blockOf(requestOf('GET', '/livez')), END_HEADERS | END_STREAM, 2 * round + 1);
        frame(RST_STREAM, Buffer.alloc(4), 0, 2 * round + 1);
      },
      (frame, round) => frame(round === 0 ? HEADERS : CONTINUATION, Buffer.alloc(0), 0, 1),
    ];
    for (const flood of floods) {
      const { socket, frame } = await eventually(speak);
      await assert.rejects(answers(open));
      socket.pause();
      let round = 0;
      const writing = setInterval(() => {
        for (const end = round + 5000; round < end && socket.writableLength < 1_000_000; round += 1) flood(frame, round);
      }, 10);
      t.after(() => clearInterval(writing));
      await eventually(() => answers(open), { timeoutMs: 30_000, intervalMs: 100 });
      clearInterval(writing);
      socket.destroy();
    }
  },
);
