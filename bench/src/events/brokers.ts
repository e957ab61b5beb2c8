import { startKafka } from '@partner-ordering/testing';

/** Kafka for the run: that of the environment, else one in a container, else none. */
export interface Brokers {
  brokers: string[];
  stop(): Promise<void>;
}

export async function findBrokers(environment: NodeJS.ProcessEnv): Promise<Brokers | undefined> {
  const given = environment['KAFKA_BROKERS'];
  if (given) return { brokers: given.split(','), stop: async () => {} };
  try {
    const { container, brokers } = await startKafka();
    return { brokers: [brokers], stop: async () => void (await container.stop()) };
  } catch (error) {
    console.log(`Without Kafka: KAFKA_BROKERS is not given and no container starts (${error instanceof Error ? error.message : error})`);
    return undefined;
  }
}
