import type { Database } from '@partner-ordering/data';
import { republishStates } from '@partner-ordering/messaging';
import type { ServiceConfig, ServiceDefinition } from './service-definition.ts';

/** See `Service.republish`. */
export async function republish(
  { name, states, restored }: Pick<ServiceDefinition<unknown, unknown>, 'name' | 'states' | 'restored'>,
  { transport, clock, log }: ServiceConfig,
  database: Database,
): Promise<number> {
  await database.transactional(async (tx) => restored?.(tx, clock()));
  return republishStates({ database, transport, service: name, types: states.map(({ type }) => type), logger: log, clock });
}
