import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onDemand } from './kafka-client.ts';

function clients() {
  const made: { isConnected: boolean }[] = [];
  const make = () => {
    const state = { isConnected: false };
    made.push(state);
    return {
      number: made.length,
      connect: () => Promise.resolve(void (state.isConnected = true)),
      disconnect: () => Promise.resolve(void (state.isConnected = false)),
    };
  };
  return { made, make };
}

test('a client that never answers is given up after its time, and the next call gets another one', async () => {
  const { made, make } = clients();
  const client = onDemand(make, 20);
  await assert.rejects(
    client.use(() => new Promise(() => {})),
    /did not answer in time/,
  );
  assert.equal(await client.use(({ number }) => Promise.resolve(number)), 2);
  assert.deepEqual(made, [{ isConnected: false }, { isConnected: true }]);
});

test('a client that answers is kept', async () => {
  const { made, make } = clients();
  const client = onDemand(make, 1_000);
  for (const _ of [1, 2]) assert.equal(await client.use(({ number }) => Promise.resolve(number)), 1);
  await client.close();
  assert.deepEqual(made, [{ isConnected: false }]);
});
