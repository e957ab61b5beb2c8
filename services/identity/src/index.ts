import type { ServiceModule } from '@partner-ordering/http';
import { createAdmin } from './create-admin.ts';
import { seedDemo } from './demo.ts';
import { createIdentity } from './service.ts';

export { demoGids } from './demo.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'identity',
  create: createIdentity,
  demo: seedDemo,
  commands: { 'create-admin': createAdmin },
};
