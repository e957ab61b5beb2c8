import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { postgresTransport } from '@partner-ordering/messaging';
import type { DocumentStore } from './documents/document-store.ts';
import { createBilling } from './service.ts';

// The process that crash.test.ts kills.
const [databaseUrl = '', messagingUrl = '', folder = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const documents: DocumentStore = {
  put: async ({ path, content }) => {
    await writeFile(join(folder, path), content);
    return { url: `https://files.test/${path}` };
  },
};
const nowhere = ['http://127.0.0.1:1'];
const service = await createBilling({
  ...{ databaseUrl, poolSize: 4, issuer: 'https://partner-ordering.test', serviceSecret: 'a secret of this test, of 32 bytes and more' },
  ...{ serviceUrls: { identity: nowhere, ordering: nowhere }, log, clock: () => new Date(), validateResponses: true, documents },
  transport: await postgresTransport({ url: messagingUrl, logger: log }),
});
await service.start({ port: 0, host: '127.0.0.1' });
