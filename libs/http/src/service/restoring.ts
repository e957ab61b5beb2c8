import { recordEvents, republishStates, type Republished } from '@partner-ordering/messaging';
import type { Runtime } from '../runtime/runtime.ts';
import type { RepublishRequest, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = Pick<ServiceDefinition<unknown, unknown>, 'name' | 'states' | 'restored'>;

/** Publishes all states of a service anew after its database was restored. What its `restored` changes is published like what an operation changes. */
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
