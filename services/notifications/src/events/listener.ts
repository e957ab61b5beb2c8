import type { Database } from '@partner-ordering/data';
import { listenOn, openDedicatedConnection, type DedicatedConnection, type Log } from '@partner-ordering/messaging';
import { listen } from '../domain/events/event-sequencer.ts';

/**
 * Listens for new events on one connection. `onEvents` gets the organization; undefined after a connect, as any may have new events.
 * `checkMs`: see `listenOn`.
 */
export const startListener = (
  database: Pick<Database, 'pool'>,
  log: Log,
  onEvents: (organization: string | undefined) => void,
  checkMs?: number,
): DedicatedConnection =>
  openDedicatedConnection({
    options: database.pool.options,
    applicationName: 'notifications events',
    work: async (client, signal, succeeded) => {
      client.on('notification', ({ payload }) => onEvents(payload));
      await listen(client);
      succeeded();
      onEvents(undefined);
      await listenOn(client, signal, checkMs);
    },
    onError: (error) => log.warn({ err: error }, 'Listening for events failed and will be tried again'),
  });
