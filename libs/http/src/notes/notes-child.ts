import { pino } from 'pino';
import { postgresTransport } from '@partner-ordering/messaging';
import { createNotes } from './fixtures.ts';

// The process that crash.test.ts kills: the service of the tests, saying on which port it listens.
const [databaseUrl = '', messagingUrl = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const nowhere = ['http://127.0.0.1:1'];
const service = await createNotes({
  ...{ databaseUrl, poolSize: 4, issuer: 'https://partner-ordering.test', serviceSecret: 'a secret of this test, of 32 bytes and more' },
  ...{ serviceUrls: { identity: nowhere, catalog: nowhere }, log, clock: () => new Date(), validateResponses: true },
  transport: await postgresTransport({ url: messagingUrl, logger: log }),
});
const { port } = await service.start({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${port}\n`);
