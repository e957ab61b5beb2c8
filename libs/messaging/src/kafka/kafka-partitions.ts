import { setTimeout as delay } from 'node:timers/promises';
import { createBackOff, type BackOff } from '@partner-ordering/kernel';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { checkLogReaches, createBatchSize, deliver, readOffset } from '../transport/delivery.ts';
import type { BatchSize } from '../transport/delivery.ts';
import { receivedFrom } from './kafka-read.ts';
import type { Topics } from './kafka-topics.ts';
import type { TopicPartition, Received, SubscribeOptions } from '../transport/transport.ts';

const HEARTBEAT_MS = 1_000;
const OTHER_INSTANCE_PAUSE_MS = 1_000;

/** A partition that was assigned to this instance. While it is not known where the group stands in it, it is paused. */
interface Assigned extends TopicPartition {
  /** After which position its next batch begins. */
  position: number | undefined;
  pace: BatchSize;
  backOff: BackOff;
}

const nameOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

export interface PartitionOptions {
  consumer: Consumer;
  subscription: SubscribeOptions;
  topics: Topics;
  /** Ends what is going on. */
  signal: AbortSignal;
}

/**
 * Delivers the partitions that the group assigns to this consumer from where the database says that the group stands, which alone counts: what
 * Kafka holds as the group's offsets is never read. A position is the offset of the next message.
 */
export class KafkaPartitions {
  readonly #options: PartitionOptions;
  readonly #running = new Set<Promise<void>>();
  #assigned = new Map<string, Assigned>();

  constructor(options: PartitionOptions) {
    this.#options = options;
  }

  /** The group has given out its partitions anew. */
  assign(assignment: Readonly<Record<string, readonly number[]>>): void {
    const before = this.#assigned;
    const places = Object.entries(assignment).flatMap(([name, partitions]) =>
      partitions.map((partition) => ({ topic: this.#options.topics.outOfCluster(name), partition })),
    );
    this.#assigned = new Map(
      places.map((place) => {
        const { pace = createBatchSize(), backOff = createBackOff() } = before.get(nameOf(place)) ?? {};
        return [nameOf(place), { ...place, position: undefined, pace, backOff }];
      }),
    );
    for (const place of this.#assigned.values()) void this.#seek(place);
  }

  /** Rejects only with errors of kafkajs's own, which that deals with. */
  async eachBatch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    const place = this.#assigned.get(nameOf({ topic: this.#options.topics.outOfCluster(topic), partition }));
    if (!place) return;
    const alive = setInterval(() => payload.heartbeat().catch(() => undefined), HEARTBEAT_MS);
    const work = this.#deliverAll(place, payload);
    this.#running.add(work);
    try {
      await work;
    } finally {
      clearInterval(alive);
      this.#running.delete(work);
    }
  }

  /** How far this instance got, as offsets of Kafka. */
  offsets(): { topic: string; partition: number; offset: string }[] {
    return [...this.#assigned.values()].flatMap(({ topic, partition, position }) =>
      position === undefined ? [] : [{ topic: this.#options.topics.inCluster(topic), partition, offset: String(position) }],
    );
  }

  /** Resolves when no batch is being handled any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #isCurrent(place: Assigned): boolean {
    return !this.#options.signal.aborted && this.#assigned.get(nameOf(place)) === place;
  }

  /** Lets a partition rest until the pause is over, then goes on from where the database says. */
  async #seek(place: Assigned, pause?: () => Promise<void>): Promise<void> {
    const { consumer, subscription, topics, signal } = this.#options;
    const { partition } = place;
    const [topic, partitions] = [topics.inCluster(place.topic), [partition]];
    place.position = undefined;
    for (let wait = pause; this.#isCurrent(place); wait = undefined) {
      try {
        consumer.pause([{ topic, partitions }]);
        await wait?.();
        const position = await readOffset(subscription, place);
        const { low = 0, high = 0 } = (await topics.offsets(place.topic)).get(partition) ?? {};
        checkLogReaches(place, high, position);
        if (!this.#isCurrent(place)) return;
        consumer.seek({ topic, partition, offset: String(Math.max(position, low)) });
        place.position = position;
        return consumer.resume([{ topic, partitions }]);
      } catch (error) {
        if (!this.#isCurrent(place)) return;
        subscription.onError(error, place.topic);
        await place.backOff.pause(signal);
      }
    }
  }

  async #deliverAll(place: Assigned, { batch, isStale, isRunning, resolveOffset, heartbeat }: EachBatchPayload): Promise<void> {
    const messages = batch.messages.map((message) => receivedFrom(place, message));
    for (let next = 0; next < messages.length; await heartbeat()) {
      if (!this.#isCurrent(place) || !isRunning() || isStale() || place.position === undefined) return;
      const some = messages.slice(next, next + place.pace.size);
      // The log is not the one that was sought in: kafkajs goes to a topic's beginning by itself when an offset is out of range.
      if (some[0]!.position <= place.position) return void this.#seek(place);
      const reached = await this.#attempt(place, place.position, some);
      if (reached === undefined) return;
      place.position = reached;
      if (!this.#isCurrent(place)) return;
      next += some.length;
      resolveOffset(String(reached - 1));
    }
  }

  /** Undefined if the partition has to wait. */
  async #attempt(place: Assigned, from: number, messages: readonly Received[]): Promise<number | undefined> {
    const { subscription, signal } = this.#options;
    try {
      const reached = await deliver(subscription, { ...place, from, messages });
      if (reached === undefined) void this.#seek(place, () => delay(OTHER_INSTANCE_PAUSE_MS, undefined, { signal }));
      place.pace.succeeded();
      place.backOff.reset();
      return reached;
    } catch (error) {
      subscription.onError(error, place.topic);
      place.pace.failed();
      void this.#seek(place, () => place.backOff.pause(signal));
      return undefined;
    }
  }
}
