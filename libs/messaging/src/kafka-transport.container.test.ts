import { randomUUID } from 'node:crypto';
import { kafkaBrokers } from '@partner-ordering/testing';
import { recordingLog } from './fixtures.ts';
import { kafkaTransport } from './kafka-transport.ts';
import { transportSuite } from './transport.suite.ts';

const brokers = kafkaBrokers();

transportSuite(
  'Kafka',
  async () => {
    const prefix = `${randomUUID()}.`;
    return {
      open: () => kafkaTransport({ brokers, clientId: 'test', partitions: 3, replicationFactor: 1, prefix, logger: recordingLog() }),
      drop: async () => undefined,
    };
  },
  { regroupMs: 20_000 },
);
