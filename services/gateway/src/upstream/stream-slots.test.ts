import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';
import { createStreamSlots, type StreamSlot } from './stream-slots.ts';

const SLOTS = 512;

/** A gateway whose service reads what it is sent, and `drip`, which begins a large body and answers the statuses that come of those. */
async function startDripping(t: TestContext) {
  let running = 0;
  const service = await startService(t, (request, response) => {
    running += 1;
    response.on('close', () => (running -= 1));
    request.resume().on('end', () => response.end('{}'));
  });
  const gateway = await startGateway(t, service, { trustedProxies: ['127.0.0.1'] });
  const statuses: string[] = [];
  const drip = (address: string): void => {
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    t.after(() => socket.destroy());
    socket.on('data', (chunk: Buffer) => statuses.push(chunk.toString().slice(9, 12)));
    socket.write(
      `POST /v1/files HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: multipart/form-data\r\nContent-Length: 100000\r\n\r\na`,
    );
  };
  const upload = async (address: string) =>
    (await send(`${gateway.url}/v1/files`, { method: 'POST', headers: { 'x-forwarded-for': address }, body: Buffer.alloc(100_000) }))
      .status;
  return { gateway, drip, upload, statuses, running: () => running };
}

test('429 for slow bodies of four addresses that fill all slots, so that other addresses get slots', async (t) => {
  const { drip, upload, statuses, running } = await startDripping(t);
  for (let index = 0; index < SLOTS; index += 1) drip(`203.0.113.${index % 4}`);
  await eventually(() => running() === SLOTS);
  for (let count = 1; count <= 20; count += 1) assert.equal(await upload(`198.51.100.${count}`), 200);
  assert.deepEqual(new Set(statuses), new Set(['429']));
  // The first one that comes needs a slot; those after it get the slot that it has left.
  assert.ok(statuses.length >= 1 && statuses.length <= 20, `${statuses.length} gave way`);
  drip('203.0.113.9');
  await eventually(() => running() >= SLOTS - 20);
});

test('503 for a body if all slots of a service are taken evenly; small bodies pass', async (t) => {
  const { gateway, drip, upload, statuses, running } = await startDripping(t);
  for (let index = 0; index < SLOTS; index += 1) drip(`10.0.${index >> 8}.${index % 256}`);
  await eventually(() => running() === SLOTS);
  assert.equal(await upload('198.51.100.1'), 503);
  assert.deepEqual([statuses, running()], [[], SLOTS]);
  assert.equal((await send(`${gateway.url}/v1/projects`, { method: 'POST', body: '{}' })).status, 200);
});

/** A slot with a stream that tells who had to give way. */
function takenStream(slot: StreamSlot | null, name: string, leftMs: number, gone: string[]): StreamSlot {
  assert.ok(slot);
  slot.stream = { leftMs: () => leftMs, isLate: () => leftMs < 5000, giveWay: () => void gone.push(name) };
  return slot;
}

test('the latest body of the client with the most slots gives way', () => {
  const [slots, gone] = [createStreamSlots(4), [] as string[]];
  for (const [name, leftMs] of [
    ['a', 9000],
    ['b', 6000],
    ['c', 8000],
  ] as const)
    takenStream(slots.take('first'), name, leftMs, gone);
  takenStream(slots.take('second'), 'late', 100, gone);
  takenStream(slots.take('third'), 'd', 9000, gone);
  assert.deepEqual(gone, ['b']);
});

test('a late body gives way if no client has more slots than others; a timely one does not', () => {
  const [slots, gone] = [createStreamSlots(2), [] as string[]];
  takenStream(slots.take('first'), 'late', 4000, gone);
  const second = takenStream(slots.take('second'), 'in time', 9000, gone);
  takenStream(slots.take('third'), 'in time too', 9000, gone);
  assert.deepEqual(gone, ['late']);
  assert.equal(slots.take('fourth'), null);
  second.leave();
  second.leave();
  assert.ok(slots.take('fourth'));
  assert.equal(slots.take('fifth'), null);
});

test('a client does not displace its own bodies, and a slot without a stream stays taken', () => {
  const [slots, gone] = [createStreamSlots(3), [] as string[]];
  for (const name of ['a', 'b']) takenStream(slots.take('first'), name, 9000, gone);
  slots.take('second');
  assert.equal(slots.take('first'), null);
  assert.equal(slots.take('second'), null);
  assert.deepEqual(gone, []);
});
