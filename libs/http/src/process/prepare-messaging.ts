import { serviceNames } from '@partner-ordering/kernel';
import { prepareKafka } from '@partner-ordering/messaging';
import type { Logger } from 'pino';
import { isProductionIn } from './environment.ts';
import { messagingVariables, readMessaging } from './messaging-environment.ts';
import { readVariables, withSecretFiles } from './variables.ts';

/**
 * Prepares the topics of Kafka and who may use them, with the variables of messaging alone, as a user who may decide that. Says what was
 * done. May be run again. Throws an Error of one line.
 */
export async function prepareMessaging(environment: NodeJS.ProcessEnv, logger: Logger): Promise<string> {
  const given = withSecretFiles(environment, ['KAFKA_PASSWORD']);
  const isProduction = isProductionIn(given);
  const messaging = readMessaging(readVariables(given, messagingVariables(given, isProduction)), isProduction);
  if (!('kafka' in messaging)) throw new Error('KAFKA_BROKERS is missing');
  const { prefix = '', partitions = 6, replicationFactor = -1, ...connection } = messaging.kafka;
  const checksRights = await prepareKafka({ ...connection, prefix, partitions, replicationFactor, services: serviceNames, logger });
  return checksRights ? 'The topics are there, and each service has its rights' : 'The topics are there; the brokers check no rights';
}
