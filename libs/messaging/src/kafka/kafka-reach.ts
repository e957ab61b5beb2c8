import type { Log } from '../transport/log.ts';
import { kafkaClient, onDemand, type KafkaConnection } from './kafka-client.ts';

/** No broker answers as a broker does; one may answer later. */
export class BrokersUnreachable extends Error {}

/**
 * Describes the cluster as the connection's user. Rejects within 15 s: with `BrokersUnreachable` when none answers, with another Error when
 * they refuse the user. Both messages are one line that names the brokers, never the password.
 */
export async function reachKafka(connection: KafkaConnection, logger: Log): Promise<void> {
  const kafka = await kafkaClient(connection, logger);
  const admin = onDemand(() => kafka.admin());
  try {
    await admin.use((client) => client.describeCluster());
  } catch (error) {
    throw failure(error as Error, connection);
  } finally {
    await admin.close();
  }
}

/** Without a cause: where causes are logged, the reason would stand there twice. */
function failure(error: Error, { brokers, sasl }: KafkaConnection): Error {
  const addresses = brokers.join(', ');
  if (isRefusal(error)) return new Error(`the brokers at ${addresses} refuse the user ${sasl?.username}: ${error.message}`);
  return new BrokersUnreachable(`no broker answers at ${addresses}: ${error.message}`);
}

function isRefusal(error: unknown): boolean {
  const { name, cause } = error as Error;
  return name === 'KafkaJSSASLAuthenticationError' || (cause instanceof Error && isRefusal(cause));
}
