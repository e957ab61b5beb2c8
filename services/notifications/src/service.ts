import { createService, type Service, type ServiceConfig } from '@partner-ordering/http';
import document from '../generated/openapi.json' with { type: 'json' };
import { createRouter } from '../generated/router.ts';

/** What people are told by mail; nothing so far. */
export const createNotifications = (config: ServiceConfig): Promise<Service> =>
  createService(
    {
      name: 'notifications',
      document,
      createRouter,
      operations: {},
      resources: {},
      entities: [],
      migrations: [],
      states: [],
      follows: {},
    },
    config,
  );
