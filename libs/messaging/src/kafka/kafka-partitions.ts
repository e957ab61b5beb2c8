import { setTimeout as delay } from 'node:timers/promises';
import { createBackOff, type BackOff } from '@partner-ordering/kernel';
import type { Consumer, ConsumerEndBatchProcessEvent, EachBatchPayload } from 'kafkajs';
import { batchOf, createBatchSize, deliver, type Batch, type BatchSize } from '../transport/delivery.ts';
import { receivedFrom } from './kafka-read.ts';
import type { Topics } from './kafka-topics.ts';
import { findPlace } from '../transport/place.ts';
import type { TopicPartition, SubscribeOptions } from '../transport/transport.ts';

const HEARTBEAT_MS = 1_000;
const OTHER_INSTANCE_PAUSE_MS = 1_000;

/** A partition assigned to this instance. It is paused until the group's offset is known. */
interface Assigned extends TopicPartition {
  /** The next batch begins after this position. */
  position: number | undefined;
  batchSize: BatchSize;
  backOff: BackOff;
  /** Resolves when all control records so far are skipped. */
  skipping: Promise<void>;
}

const nameOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

interface PartitionOptions {
  consumer: Consumer;
  subscription: SubscribeOptions;
  topics: Topics;
  /** Ends all work. */
  signal: AbortSignal;
}

/**
 * Delivers the partitions that the group assigns to this consumer, from the offset in the service's database. Kafka's own offsets of the
 * group are never read. A position is the Kafka offset of the next message.
 */
export class KafkaPartitions {
  readonly #options: PartitionOptions;
  readonly #running = new Set<Promise<void>>();
  #assigned = new Map<string, Assigned>();

  constructor(options: PartitionOptions) {
    this.#options = options;
  }

  /** Call it when the group has assigned its partitions. */
  assign(assignment: Readonly<Record<string, readonly number[]>>): void {
    const before = this.#assigned;
    const topicPartitions = Object.entries(assignment).flatMap(([name, partitions]) =>
      partitions.map((partition) => ({ topic: this.#options.topics.outOfCluster(name), partition })),
    );
    this.#assigned = new Map(
      topicPartitions.map((topicPartition) => {
        const { batchSize = createBatchSize(), backOff = createBackOff() } = before.get(nameOf(topicPartition)) ?? {};
        return [nameOf(topicPartition), { ...topicPartition, position: undefined, batchSize, backOff, skipping: Promise.resolve() }];
      }),
    );
    for (const assigned of this.#assigned.values()) void this.#seek(assigned);
  }

  /** Rejects only with errors of kafkajs itself, which kafkajs handles. */
  async eachBatch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const assigned = this.#assigned.get(nameOf({ topic: this.#options.topics.outOfCluster(topic), partition }));
    if (!assigned) return;
    const alive = setInterval(() => payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      await this.#track(assigned.skipping.then(() => this.#deliverAll(assigned, payload)));
    } finally {
      clearInterval(alive);
    }
  }

  /** Call it after each fetch. `eachBatch` gets no batch of only control records (ends of transactions); unskipped they look like lag. */
  fetched({ topic: name, partition, batchSize, firstOffset, lastOffset }: ConsumerEndBatchProcessEvent['payload']): void {
    const assigned = this.#assigned.get(nameOf({ topic: this.#options.topics.outOfCluster(name), partition }));
    const from = assigned?.position;
    // The batch must follow the position without a gap: one from before a seek may still arrive.
    if (!assigned || from === undefined || batchSize > 0 || firstOffset === null || Number(firstOffset) > from) return;
    const skip = async (): Promise<void> => {
      if (assigned.position !== from) return;
      const reached = await this.#attempt(assigned, { from, messages: [], end: Number(lastOffset) + 1 });
      if (reached !== undefined) assigned.position = reached;
    };
    assigned.skipping = this.#track(assigned.skipping.then(skip));
  }

  /** Positions of this instance, as Kafka offsets. */
  offsets(): { topic: string; partition: number; offset: string }[] {
    return [...this.#assigned.values()].flatMap(({ topic, partition, position }) =>
      position === undefined ? [] : [{ topic: this.#options.topics.inCluster(topic), partition, offset: String(position) }],
    );
  }

  /** Resolves when no batch is being handled any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #track(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    try {
      await work;
    } finally {
      this.#running.delete(work);
    }
  }

  #isCurrent(assigned: Assigned): boolean {
    return !this.#options.signal.aborted && this.#assigned.get(nameOf(assigned)) === assigned;
  }

  /** Pauses a partition, then continues at the offset in the database. */
  async #seek(assigned: Assigned, pause?: () => Promise<void>): Promise<void> {
    const { consumer, subscription, topics, signal } = this.#options;
    const { partition } = assigned;
    const [topic, partitions] = [topics.inCluster(assigned.topic), [partition]];
    assigned.position = undefined;
    for (let wait = pause; this.#isCurrent(assigned); wait = undefined) {
      try {
        consumer.pause([{ topic, partitions }]);
        await wait?.();
        const position = await findPlace(subscription, assigned, (newestMs) => topics.bounds(assigned, newestMs));
        if (!this.#isCurrent(assigned)) return;
        consumer.seek({ topic, partition, offset: String(position) });
        assigned.position = position;
        return consumer.resume([{ topic, partitions }]);
      } catch (error) {
        if (!this.#isCurrent(assigned)) return;
        subscription.onError(error, assigned.topic);
        await assigned.backOff.pause(signal);
      }
    }
  }

  async #deliverAll(assigned: Assigned, { batch, isStale, isRunning, resolveOffset, heartbeat }: EachBatchPayload): Promise<void> {
    const messages = batch.messages.map((message) => receivedFrom(assigned, message));
    for (let next = 0; next < messages.length; await heartbeat()) {
      if (!this.#isCurrent(assigned) || !isRunning() || isStale() || assigned.position === undefined) return;
      const messagesOfBatch = batchOf(messages.slice(next), assigned.batchSize.size);
      // kafkajs goes to the beginning of a topic when an offset is out of range: the log was replaced, or messages were removed.
      const isGap = Number(batch.firstOffset()) > assigned.position && (await this.#beginsBehind(assigned));
      if (isGap || messagesOfBatch[0]!.position <= assigned.position) return void this.#seek(assigned);
      const isLast = next + messagesOfBatch.length === messages.length;
      const end = isLast ? Number(batch.lastOffset()) + 1 : messagesOfBatch.at(-1)!.position;
      const reached = await this.#attempt(assigned, { from: assigned.position, messages: messagesOfBatch, end });
      if (reached === undefined) return;
      assigned.position = reached;
      if (!this.#isCurrent(assigned)) return;
      next += messagesOfBatch.length;
      resolveOffset(String(reached - 1));
    }
  }

  /** Whether the log begins behind the position. Compaction leaves gaps within it. */
  async #beginsBehind({ topic, partition, position = 0 }: Assigned): Promise<boolean> {
    return ((await this.#options.topics.offsets(topic)).get(partition)?.low ?? 0) > position;
  }

  /** The position that was reached; undefined if the partition has to wait. */
  async #attempt(assigned: Assigned, batch: Pick<Batch, 'from' | 'messages' | 'end'>): Promise<number | undefined> {
    const { subscription, signal } = this.#options;
    try {
      const reached = await deliver(subscription, { ...batch, topic: assigned.topic, partition: assigned.partition });
      if (reached === undefined) void this.#seek(assigned, () => delay(OTHER_INSTANCE_PAUSE_MS, undefined, { signal }));
      assigned.batchSize.succeeded();
      assigned.backOff.reset();
      return reached;
    } catch (error) {
      subscription.onError(error, assigned.topic);
      assigned.batchSize.failed();
      void this.#seek(assigned, () => assigned.backOff.pause(signal));
      return undefined;
    }
  }
}
