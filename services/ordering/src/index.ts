import type { ServiceModule } from '@partner-ordering/http';
import { readSeller } from './environment.ts';
import { createOrdering } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'ordering',
  create: (config, environment) => createOrdering({ ...config, seller: readSeller(environment) }),
};
