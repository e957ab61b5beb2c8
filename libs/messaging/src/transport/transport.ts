import type { Database, Transaction } from '@partner-ordering/data';

/** What a transport carries. It reads neither field; messages with the same key keep their order within a topic. */
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
  /** Adds messages to a topic in this order. They are durable when this resolves; after an error some may have been added. */
  append(topic: string, messages: readonly Message[]): Promise<void>;
  /**
   * Delivers the topics from their beginning, then from where the group stopped. Never rejects because something is down: it waits and
   * tries again with a back-off until `stop`.
   */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** How far a topic goes: the newest position of each partition, 0 where nothing was ever added. */
  ends(topic: string): Promise<ReadonlyMap<number, number>>;
  /** Passes on what a topic holds at this moment, from its beginning, and resolves. */
  read(topic: string, take: (batch: readonly Received[]) => void): Promise<void>;
  close(): Promise<void>;
}

export interface SubscribeOptions {
  /** Subscribers of one group share its progress: at any time one of them works on a partition. */
  group: string;
  topics: readonly string[];
  /** Where the group's effects live; needs the tables of `messagingMigrations`. */
  database: Database;
  /**
   * Applies a batch of one partition. What it writes through `tx` commits together with the group's progress, or not at all.
   * If it throws, the same messages come again after a back-off.
   */
  handle(batch: readonly Received[], tx: Transaction): Promise<void>;
  /** Told after each batch that was committed. */
  onCommitted?(): void;
  /** Told of every failed attempt: an error of `handle`, of the database or of the transport. */
  onError(error: unknown, topic: string): void;
}

export interface Subscription {
  /** Lets a running batch finish and delivers no more. */
  stop(): Promise<void>;
}
