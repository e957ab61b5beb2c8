import type { Database } from '@partner-ordering/data';
import { listenOn, openDedicatedConnection, type DedicatedConnection, type Log } from '@partner-ordering/messaging';
import { ARRIVED_CHANNEL } from '../domain/events/arrived-events.ts';
import { listenTo } from '../domain/events/channels.ts';
import { EVENT_CHANNEL } from '../domain/events/take-in.ts';

/** What an instance does when the database says that something is new. */
export interface News {
  /** Events have arrived that are to be taken in. */
  onArrived(): void;
  /** An organization has new events; undefined: any may, as something may have been missed. */
  onEvents(organization: string | undefined): void;
}

/** Listens on one connection of its own, whatever waits for it. */
export const startListener = (database: Pick<Database, 'pool'>, log: Log, { onArrived, onEvents }: News): DedicatedConnection =>
  openDedicatedConnection({
    options: database.pool.options,
    applicationName: 'notifications events',
    work: async (client, signal, succeeded) => {
      client.on('notification', ({ channel, payload }) => (channel === EVENT_CHANNEL ? onEvents(payload) : onArrived()));
      await listenTo(client, [ARRIVED_CHANNEL, EVENT_CHANNEL]);
      succeeded();
      onArrived();
      onEvents(undefined);
      await listenOn(client, signal);
    },
    onError: (error) => log.warn({ err: error }, 'Listening for events failed and will be tried again'),
  });
