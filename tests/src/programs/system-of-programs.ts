import { freePort, shared } from '@partner-ordering/testing';
import { startTestSystem } from '../system.ts';

/** Where a partner's page stands, and where `helm test` listens. */
export const origins = { page: `http://127.0.0.1:${await freePort()}`, helmTest: `http://localhost:${await freePort()}` };

/** For all files of this folder whose services need nothing else. Its account pages stand without the console. */
export const systemOfPrograms = shared(() =>
  startTestSystem({ variables: { CONSOLE: 'off', CORS_ORIGINS: origins.page, TEST_WEBHOOK_ORIGIN: origins.helmTest } }),
);
