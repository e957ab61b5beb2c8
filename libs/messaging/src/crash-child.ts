import { startConsumer } from './consumer.ts';
import { noteEffect, open, recordingLog } from './fixtures.ts';
import { postgresTransport } from './postgres-transport.ts';
import { startRelay } from './relay.ts';

// The process that crash.test.ts kills: a relay and a consumer of the service's own facts.
const [serviceUrl = '', logUrl = ''] = process.argv.slice(2);
const database = await open(serviceUrl);
const transport = await postgresTransport({ url: logUrl, logger: recordingLog() });
startRelay({ database, transport, source: 'things', logger: recordingLog() });
startConsumer<{ 'thing.counted': { number: number } }>({
  database,
  transport,
  group: 'orders',
  follow: ['things.facts'],
  types: [],
  handlers: { 'thing.counted': noteEffect() },
  logger: recordingLog(),
});
