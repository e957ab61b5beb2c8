import type { Kafka, KafkaConfig, LogEntry, Producer } from 'kafkajs';
import type { Log } from '../transport/log.ts';

/** The time limit of an answer, kafkajs's own retries included: after a lost connection it may wait for ever. */
export const ANSWER_LIMIT_MS = 15_000;

/** The connection to a Kafka cluster. */
export interface KafkaConnection {
  /** `host:port` of some of its brokers; the others are found through them. */
  brokers: readonly string[];
  /** The program's name in the brokers' logs and quotas: the service's name. */
  clientId: string;
  /** Read for each sign-in, so the password may be a getter. */
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string } | undefined;
  /** TLS; `ca` holds certificates in PEM where the brokers' are not signed by a public authority. It is read for each connection. */
  ssl?: boolean | { ca: string } | undefined;
}

/** Makes a client without connecting. kafkajs is loaded only here, because most installations do not use Kafka. */
export async function kafkaClient({ brokers, clientId, sasl, ssl = false }: KafkaConnection, logger: Log): Promise<Kafka> {
  const { default: kafkajs } = await import('kafkajs');
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    ssl,
    ...(sasl && { sasl: sasl as NonNullable<KafkaConfig['sasl']> }),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    // kafkajs itself repeats only for moments; our own back-offs, which can be stopped, do the rest.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
    logLevel: kafkajs.logLevel.INFO,
    // On level debug: important entries also reach us as errors.
    logCreator: () => (entry: LogEntry) => logger.debug({ kafka: entry.log, namespace: entry.namespace }, entry.log.message),
  });
}

/** A client that connects when it is first needed. */
export interface OnDemand<Client> {
  /** Runs `work` with the client. After a failure or time-out the next call gets a new client, since this one may be broken. */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** See `OnDemand`; `limitMs` is for the connection and the work together. */
export function onDemand<Client extends Pick<Producer, 'connect' | 'disconnect'>>(
  make: () => Client,
  limitMs = ANSWER_LIMIT_MS,
): OnDemand<Client> {
  let current: { client: Client; connected: Promise<void> } | undefined;
  let closed = false;

  function connect() {
    if (closed) throw new Error('The transport is closed');
    const client = make();
    return { client, connected: client.connect() };
  }

  return {
    async use(work) {
      const mine = (current ??= connect());
      try {
        const worked = mine.connected.then(() => work(mine.client));
        return await withDeadline(AbortSignal.timeout(limitMs), worked);
      } catch (error) {
        if (current === mine) current = undefined;
        void mine.client.disconnect().catch(() => undefined);
        throw error;
      }
    },
    async close() {
      closed = true;
      const last = current;
      current = undefined;
      await last?.connected.catch(() => undefined);
      await last?.client.disconnect();
    },
  };
}

/** Resolves with the result of `work`; rejects at the deadline. */
export async function withDeadline<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const onLate = (): void => late.reject(new Error('Kafka did not answer in time'));
  deadline.addEventListener('abort', onLate, { once: true });
  if (deadline.aborted) onLate();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    deadline.removeEventListener('abort', onLate);
  }
}
