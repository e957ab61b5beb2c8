import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Database } from '@partner-ordering/data';
import { eventually } from '@partner-ordering/testing';
import { EVENT_CHANNEL } from '../domain/events/event-sequencer.ts';
import { startNotifications } from '../fixtures/test-notifications.ts';
import { startListener } from './listener.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describe('listeners for events', { timeout: 60_000 }, () => {
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  before(async () => (notifications = await startNotifications({})));
  after(() => notifications.stop());

  test('hears of them again within seconds after its connection has died silently', async () => {
    const { database } = notifications.service;
    const network = await networkTo(database);
    const organizations: (string | undefined)[] = [];
    const { options } = database.pool;
    const pool = {
      options: { ...options, password: options.password, current: undefined, ...network.address },
    } as unknown as Database['pool'];
    const listener = startListener({ pool }, silent, (organization) => organizations.push(organization), 1_000);
    await eventually(() => organizations.length > 0);
    network.loseAll();
    await eventually(() => organizations.length > 1);
    await database.query({ text: 'select pg_notify($1, $2)', values: [EVENT_CHANNEL, 'an organization'] });
    await eventually(() => organizations.at(-1) === 'an organization');
    assert.ok(organizations.slice(0, -1).every((organization) => organization === undefined));
    await listener.stop();
    network.close();
  });
});

/** A way to the database on which what was sent can get lost, without a word to either side. */
async function networkTo({ pool }: Pick<Database, 'pool'>) {
  const { host = 'localhost', port = 5432 } = pool.options;
  const open: Socket[] = [];
  const server = createServer((clientSocket) => {
    const databaseSocket = connect({ host, port });
    open.push(clientSocket, databaseSocket);
    for (const [from, to] of [
      [clientSocket, databaseSocket],
      [databaseSocket, clientSocket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    loseAll: () => open.forEach((socket) => socket.unpipe().pause()),
    close: () => {
      open.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
