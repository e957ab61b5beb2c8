import { serviceNames } from '@partner-ordering/kernel';
import { prepareKafka } from '@partner-ordering/messaging';
import type { Logger } from 'pino';
import { isProductionIn } from '../environment/environment.ts';
import { messagingVariables, readMessaging } from '../environment/messaging-environment.ts';
import { readVariables, withSecretFiles } from '../environment/variables.ts';

/** Makes Kafka's topics and the services' rights. May be run again. Returns the text to print. Throws a one-line Error. */
export async function prepareMessaging(environment: NodeJS.ProcessEnv, logger: Logger): Promise<string> {
  const given = withSecretFiles(environment, ['KAFKA_PASSWORD']);
  const isProduction = isProductionIn(given);
  const messaging = readMessaging(readVariables(given, messagingVariables(given, isProduction)), isProduction);
  if (!('kafka' in messaging)) throw new Error('KAFKA_BROKERS is missing');
  const { prefix = '', partitions = 6, replicationFactor = -1, ...connection } = messaging.kafka;
  const checksRights = await prepareKafka({ ...connection, prefix, partitions, replicationFactor, services: serviceNames, logger });
  return checksRights ? 'The topics are there, and each service has its rights' : 'The topics are there; the brokers check no rights';
}
