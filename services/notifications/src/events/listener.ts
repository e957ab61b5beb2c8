import type { Database } from '@partner-ordering/data';
import { listenOn, openDedicatedConnection, type DedicatedConnection, type Log } from '@partner-ordering/messaging';
import { listen } from '../domain/events/channel.ts';

/**
 * Listens for new events on one connection of its own, whatever waits for it.
 * @param onEvents an organization has new events; undefined: any may, as something may have been missed
 * @param lookMs how often it is looked whether the connection lives; by default each 5 s
 */
export const startListener = (
  database: Pick<Database, 'pool'>,
  log: Log,
  onEvents: (organization: string | undefined) => void,
  lookMs?: number,
): DedicatedConnection =>
  openDedicatedConnection({
    options: database.pool.options,
    applicationName: 'notifications events',
    work: async (client, signal, succeeded) => {
      client.on('notification', ({ payload }) => onEvents(payload));
      await listen(client);
      succeeded();
      onEvents(undefined);
      await listenOn(client, signal, lookMs);
    },
    onError: (error) => log.warn({ err: error }, 'Listening for events failed and will be tried again'),
  });
