import { readPrivateTargets, type ServiceModule } from '@partner-ordering/service';
import { seedDemo } from './demo/demo.ts';
import { createCatalog } from './service.ts';

export { exampleOrder, type ExampleOrder } from './demo/demo.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'catalog',
  create: (config, environment) => createCatalog({ ...config, allowPrivateTargets: readPrivateTargets(environment) }),
  demo: seedDemo,
};
