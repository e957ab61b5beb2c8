import type { ServiceModule } from '@partner-ordering/http';
import { seedDemo } from './demo.ts';
import { readSeller } from './environment.ts';
import { createBilling } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'billing',
  create: (config, environment) => createBilling({ ...config, seller: readSeller(environment) }),
  demo: seedDemo,
};
