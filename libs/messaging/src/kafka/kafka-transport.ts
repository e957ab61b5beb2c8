import { kafkaClient, onDemand, type KafkaConnection } from './kafka-client.ts';
import { beginKafkaWriter } from './kafka-producer.ts';
import { readNewest, readWholeTopic } from './kafka-read.ts';
import { topicsOf } from './kafka-setup.ts';
import { subscribeToKafka } from './kafka-subscription.ts';
import { kafkaTopics, type TopicOptions } from './kafka-topics.ts';
import type { Log } from '../transport/log.ts';
import type { Subscription, Transport, Writer } from '../transport/transport.ts';

export interface KafkaTransportOptions extends KafkaConnection, Partial<TopicOptions> {
  logger: Log;
}

/**
 * A transport over Apache Kafka. It starts without the brokers: a service takes orders while they are down. Kafka's groups only assign the
 * partitions; offsets are in the service's own database.
 */
export async function kafkaTransport({
  partitions = 6,
  replicationFactor = -1,
  prefix = '',
  logger,
  ...connection
}: KafkaTransportOptions): Promise<Transport> {
  const kafka = await kafkaClient(connection, logger);
  const admin = onDemand(() => kafka.admin());
  const topics = kafkaTopics(admin, { partitions, replicationFactor, prefix }, logger);
  const writers = new Set<Writer>();
  const subscriptions = new Set<Subscription>();
  return {
    async begin(source) {
      topics.forget();
      const writer = await beginKafkaWriter(kafka, topics, source);
      writers.add(writer);
      return {
        ...writer,
        async close() {
          writers.delete(writer);
          await writer.close();
        },
      };
    },
    async subscribe(options) {
      const subscription = subscribeToKafka(kafka, topics, options);
      subscriptions.add(subscription);
      return {
        async stop() {
          subscriptions.delete(subscription);
          await subscription.stop();
        },
      };
    },
    check: (source) => topics.check(topicsOf(source)),
    async ends(topic) {
      await topics.ensure(topic);
      return new Map([...(await topics.offsets(topic))].map(([partition, { high }]) => [partition, high]));
    },
    newest: (topic) => readNewest({ kafka, topics }, topic),
    read: (topic, take) => readWholeTopic({ kafka, admin, topics }, topic, take),
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await Promise.all([...[...writers].map((writer) => writer.close()), admin.close()]);
    },
  };
}
