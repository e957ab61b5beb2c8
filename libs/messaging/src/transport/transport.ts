import type { Database, Transaction } from '@partner-ordering/data';

/** What a transport carries, without reading it. Messages with the same key keep their order within a topic. */
export interface Message {
  key: string;
  /** A CloudEvent as JSON text. */
  value: string;
}

/** Messages with the same key are in the same partition; a transport without partitions has the one partition 0. */
export interface TopicPartition {
  topic: string;
  partition: number;
}

export interface Received extends Message, TopicPartition {
  /** Place in the partition, from 1; grows, may have gaps. */
  position: number;
}

/**
 * The message port. A topic whose name ends in `.state` keeps at least the newest message of each key for ever;
 * every other topic keeps its messages for 30 days.
 */
export interface Transport {
  /**
   * Begins a writer for a source: a service by its bare name. Kafka gives it the source's next epoch, and all earlier writers of the source
   * are fenced: once this resolves, nothing of theirs is added any more. Take the lock of the source's outbox before, and check afterwards
   * that it is still held.
   */
  begin(source: string): Promise<Writer>;
  /**
   * Delivers the topics from their beginning, or from the group's offset. Never rejects because something is down: it waits and
   * tries again with a back-off until `stop`.
   */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /**
   * The newest position of each partition of a topic; 0 in an empty one. It may hold no message; a group that has read everything stands
   * there.
   */
  ends(topic: string): Promise<ReadonlyMap<number, number>>;
  /** Passes on what a topic holds at this moment, from its beginning, and resolves. It waits for `take`, whose error ends the reading. */
  read(topic: string, take: (batch: readonly Received[]) => void | Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Appends for one source, as long as it is the source's newest writer. After an error it must not be used again: begin a new one. */
export interface Writer {
  /**
   * Adds messages to a topic in this order. They are durable when this resolves, and readers see them within moments; after an error some
   * may have been added.
   * @throws FencedError over Kafka, if a newer writer was begun; then none was added
   */
  append(topic: string, messages: readonly Message[]): Promise<void>;
  close(): Promise<void>;
}

/** The writer is no longer the newest of its source. */
export class FencedError extends Error {
  override readonly name = 'FencedError';

  constructor(source: string, options?: ErrorOptions) {
    super(`A newer writer was begun for ${source}`, options);
  }
}

export interface SubscribeOptions {
  /** Subscribers of one group share its offsets: at any time one of them handles a partition. */
  group: string;
  topics: readonly string[];
  /** The database of the group's effects; needs the tables of `messagingMigrations`. */
  database: Database;
  /**
   * Handles a batch of one partition. What it writes through `tx` commits together with the group's offset, or not at all.
   * If it throws, the same messages are delivered again after a back-off.
   */
  handle(batch: readonly Received[], tx: Transaction): Promise<void>;
  /** Called after each committed batch. */
  onCommitted?(): void;
  /** Called after every failed attempt: an error of `handle`, of the database or of the transport. */
  onError(error: unknown, topic: string): void;
}

export interface Subscription {
  /** Delivers no more; resolves when the running batch has finished. */
  stop(): Promise<void>;
}
