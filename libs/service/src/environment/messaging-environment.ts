import { serviceNames } from '@partner-ordering/kernel';
import {
  kafkaTransport,
  postgresTransport,
  prepareKafka,
  reachKafka,
  type KafkaTransportOptions,
  type Transport,
} from '@partner-ordering/messaging';
import { bool, str, type CleanedEnv } from 'envalid';
import type { Logger } from 'pino';
import { brokers, isProductionIn, postgresUrl, readVariables, variableReader, wholeNumber, withSecretFiles } from './variables.ts';

/** The transport of events: Kafka, or outside production the messaging database. */
export type MessagingEnvironment = { postgresUrl: string } | { kafka: Omit<KafkaTransportOptions, 'logger'> };

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** The variables of the transport. Those that are set decide which others are required. */
export const messagingVariables = (variables: NodeJS.ProcessEnv, isProduction: boolean) => ({
  MESSAGING_URL: postgresUrl(false)({ default: '' }),
  KAFKA_BROKERS: brokers(
    variables['MESSAGING_URL'] && !isProduction ? { default: [] } : { desc: 'outside production MESSAGING_URL may take its place' },
  ),
  KAFKA_CLIENT_ID: str({ default: 'partner-ordering' }),
  KAFKA_SSL: bool({ default: isProduction }),
  KAFKA_SSL_CA_FILE: str({ default: '' }),
  KAFKA_SASL_MECHANISM: str({ choices: ['', ...mechanisms], default: '' }),
  KAFKA_USERNAME: str(variables['KAFKA_SASL_MECHANISM'] ? { desc: 'with KAFKA_SASL_MECHANISM' } : { default: '' }),
  KAFKA_PASSWORD: str(variables['KAFKA_SASL_MECHANISM'] ? { desc: 'with KAFKA_SASL_MECHANISM' } : { default: '' }),
  KAFKA_TOPIC_PREFIX: str({ default: '' }),
  KAFKA_TOPIC_PARTITIONS: wholeNumber(1, 10_000)({ default: 6 }),
  KAFKA_REPLICATION_FACTOR: wholeNumber(1, 100)({ default: -1 }),
});

type Variables = CleanedEnv<ReturnType<typeof messagingVariables>>;

/**
 * Reads the password and the authorities again for each connection. Throws a one-line Error for two transports, for an unreadable file of
 * authorities, and for a plain-text password in production.
 */
export function readMessaging(env: Variables, environment: NodeJS.ProcessEnv, isProduction: boolean): MessagingEnvironment {
  if (env.KAFKA_BROKERS.length === 0) return { postgresUrl: env.MESSAGING_URL };
  if (env.MESSAGING_URL !== '') throw new Error('MESSAGING_URL and KAFKA_BROKERS are both given: events travel through one of them');
  const mechanism = mechanisms.find((name) => name === env.KAFKA_SASL_MECHANISM);
  const [authorities, password] = [variableReader(environment, 'KAFKA_SSL_CA'), variableReader(environment, 'KAFKA_PASSWORD')];
  const trusting = {
    get ca() {
      return authorities();
    },
  };
  const ssl = authorities() === '' ? env.KAFKA_SSL : trusting;
  const login = {
    username: env.KAFKA_USERNAME,
    get password() {
      return password();
    },
  };
  if (isProduction && mechanism === 'plain' && !ssl)
    throw new Error('KAFKA_SASL_MECHANISM: plain sends the password unencrypted; use KAFKA_SSL=true or scram-sha-512');
  return {
    kafka: {
      brokers: env.KAFKA_BROKERS,
      clientId: env.KAFKA_CLIENT_ID,
      ssl,
      sasl: mechanism && Object.assign(login, { mechanism }),
      prefix: env.KAFKA_TOPIC_PREFIX,
      partitions: env.KAFKA_TOPIC_PARTITIONS,
      replicationFactor: env.KAFKA_REPLICATION_FACTOR,
    },
  };
}

/** Opens the transport. A messaging database must be reachable for that; Kafka need not be. */
export function openTransport(messaging: MessagingEnvironment, logger: Logger): Promise<Transport> {
  if ('kafka' in messaging) return kafkaTransport({ ...messaging.kafka, logger });
  return postgresTransport({ url: messaging.postgresUrl, logger });
}

/** Rejects like messaging's `reachKafka`. A messaging database is not asked: without it no service is ready. */
export async function reachBrokers(messaging: MessagingEnvironment, logger: Logger): Promise<void> {
  if ('kafka' in messaging) await reachKafka(messaging.kafka, logger);
}

/** Makes Kafka's topics and the services' rights. May be run again. Returns the text to print. Throws a one-line Error. */
export async function prepareMessaging(environment: NodeJS.ProcessEnv, logger: Logger): Promise<string> {
  const variables = withSecretFiles(environment, ['KAFKA_PASSWORD']);
  const isProduction = isProductionIn(variables);
  const env = readVariables(variables, messagingVariables(variables, isProduction));
  const messaging = readMessaging(env, environment, isProduction);
  if (!('kafka' in messaging)) throw new Error('KAFKA_BROKERS is missing');
  const { prefix = '', partitions = 6, replicationFactor = -1, ...connection } = messaging.kafka;
  const checksRights = await prepareKafka({ ...connection, prefix, partitions, replicationFactor, services: serviceNames, logger });
  return checksRights ? 'The topics are there, and each service has its rights' : 'The topics are there; the brokers check no rights';
}
