import { startConsumer } from './consumer.ts';
import { noteEffect, open, recordingLog } from './fixtures.ts';
import { kafkaTransport } from './kafka-transport.ts';
import { postgresTransport } from './postgres-transport.ts';
import { startRelay } from './relay.ts';

// The process that crash.suite.ts kills: a relay and a consumer of the service's own facts.
const [serviceUrl = '', logUrl = '', prefix = ''] = process.argv.slice(2);
const database = await open(serviceUrl);
const transport = logUrl.startsWith('postgres')
  ? await postgresTransport({ url: logUrl, logger: recordingLog() })
  : await kafkaTransport({ brokers: [logUrl], clientId: 'test', replicationFactor: 1, prefix, logger: recordingLog() });
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
