import { KAFKA_VARIABLE, startKafka } from './containers.ts';
import { globalSetup as startPostgres, globalTeardown as stopPostgres } from './global-setup.ts';
import type { TestKafka } from './kafka-process.ts';

let kafka: TestKafka | undefined;

/** Called by `node --test` before the first container test: besides the PostgreSQL of every run, one Kafka for all. */
export async function globalSetup(): Promise<void> {
  await startPostgres();
  if (process.env[KAFKA_VARIABLE]) return;
  kafka = await startKafka();
  process.env[KAFKA_VARIABLE] = kafka.brokers;
}

/** Called by `node --test` after the last one. */
export async function globalTeardown(): Promise<void> {
  await kafka?.stop();
  await stopPostgres();
}
