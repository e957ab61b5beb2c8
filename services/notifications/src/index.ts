import type { ServiceModule } from '@partner-ordering/http';
import { createNotifications } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'notifications',
  create: createNotifications,
};
