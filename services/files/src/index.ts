import type { ServiceModule } from '@partner-ordering/service';
import { readQuotas, readStorage } from './environment.ts';
import { createFiles } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'files',
  create: (config, environment) => createFiles({ ...config, storage: readStorage(environment), quotas: readQuotas(environment) }),
};
