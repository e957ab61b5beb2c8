import { serviceNames } from '@partner-ordering/kernel';
import { migrateMessaging, prepareKafka } from '@partner-ordering/messaging';
import type { Logger } from 'pino';
import { isProductionIn } from './environment.ts';
import { messagingVariables, readMessaging } from './messaging-environment.ts';
import { readVariables, withSecretFiles } from './variables.ts';

/**
 * Prepares what events travel through, with the variables of messaging alone, and says what was done: the tables of the messaging database,
 * as its owner, or the topics of Kafka and who may use them, as a user who may decide that. May be run again. Throws an Error of one line.
 */
export async function prepareMessaging(environment: NodeJS.ProcessEnv, logger: Logger): Promise<string> {
  const given = withSecretFiles(environment, ['MESSAGING_URL', 'KAFKA_PASSWORD']);
  const isProduction = isProductionIn(given);
  const messaging = readMessaging(readVariables(given, messagingVariables(given, isProduction)), isProduction);
  if ('postgresUrl' in messaging) {
    await migrateMessaging(messaging.postgresUrl);
    return 'The messaging database is up to date';
  }
  const { prefix = '', partitions = 6, replicationFactor = -1, ...connection } = messaging.kafka;
  const checksRights = await prepareKafka({ ...connection, prefix, partitions, replicationFactor, services: serviceNames, logger });
  return checksRights ? 'The topics are there, and each service has its rights' : 'The topics are there; the brokers check no rights';
}
