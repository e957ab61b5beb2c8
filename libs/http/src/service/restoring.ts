import { isRepublishUnfinished, recordEvents, republishStates, type Republished } from '@partner-ordering/messaging';
import type { Runtime } from '../runtime/runtime.ts';
import type { RepublishRequest, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = Pick<ServiceDefinition<unknown, unknown>, 'name' | 'states' | 'restored'>;

/**
 * Publishes all states of a service anew after its database was restored. What its `restored` changes is published like what an operation
 * changes.
 */
export function republish(
  { name, states, restored }: Definition,
  { transport, clock, log }: ServiceConfig,
  { database, publications }: Pick<Runtime, 'database' | 'publications'>,
  { isDryRun, onLost }: RepublishRequest,
): Promise<Republished> {
  return republishStates({
    ...{ database, transport, service: name, types: states.map(({ type }) => type), isDryRun, onLost, logger: log, clock },
    restored: async (tx, restore) => {
      if (!restored) return;
      await restored(tx, restore);
      await tx.em.flush();
      await recordEvents(tx, name, await publications.collect(tx, []), { now: clock() });
    },
  });
}

/** Says in the log when a republish was cut off, since replicas may differ from this database until it was run again. */
export async function tellIfCutOff({ database, log }: Pick<Runtime, 'database' | 'log'>): Promise<void> {
  try {
    if (await isRepublishUnfinished(database)) log.error({}, 'A republish of the states is running or was cut off; then run it again');
  } catch (error) {
    log.debug({ err: error }, 'Whether a republish was cut off is not known');
  }
}
