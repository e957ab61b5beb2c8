import type { Database, Sql, Transaction } from '@partner-ordering/data';

/** Messages with the same key keep their order within a topic. */
export interface Message {
  key: string;
  /** A CloudEvent as JSON text. */
  value: string;
}

/** Messages with the same key are in the same partition. A transport without partitions has only partition 0. */
export interface TopicPartition {
  topic: string;
  partition: number;
}

export interface Received extends Message, TopicPartition {
  /** Place in the partition, from 1; grows, may have gaps. */
  position: number;
  /** When it was written, in milliseconds, where that tells a log from another in its place. */
  writtenMs?: number;
}

/** The message port. `….state` topics keep at least the newest message of each key for ever, all others their messages for 30 days. */
export interface Transport {
  /**
   * Begins a writer for a source, a service's bare name. Kafka gives it the source's next epoch and from then on refuses all earlier
   * writers of the source. Take the lock of the source's outbox before; check afterwards that it is still held.
   */
  begin(source: string): Promise<Writer>;
  /** Delivers topics from the group's offset, at first the beginning. When something is down it retries with a back-off until `stop`. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** For a start: rejects when a topic that this source writes is too small for its events; resolves when that cannot be known. */
  check?(source: string): Promise<void>;
  /** The newest position of each partition; 0 if empty. A group that has read everything stands there. It may hold no message. */
  ends(topic: string): Promise<ReadonlyMap<number, number>>;
  /** The newest message of each partition, without those that hold none. */
  newest(topic: string): Promise<readonly Received[]>;
  /** Passes what a topic holds now to `take`, from the beginning. An error of `take` ends the reading. */
  read(topic: string, take: (batch: readonly Received[]) => void | Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Appends for one source while it is the source's newest writer. After an error begin a new one. */
export interface Writer {
  /**
   * Appends at least one message, in order. They are durable when this resolves. After an error some may have been appended.
   * @throws FencedError over Kafka, if a newer writer was begun; then none was appended
   * @throws RefusedError if a message cannot be taken for what it is; then none was appended
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

/** The transport refuses a message for what it is, now and later: it is longer than its topic takes. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** How a group takes a batch in. */
export interface Intake {
  /** Parts of the statement that moves the group's offset, in its `with` clause after `moved`. That is empty if the offset did not move. */
  parts: Sql;
  /** An expression over `parts`: the array of texts that `handle` gets, such as the ids of events that are new to the inbox. */
  entered: Sql;
  /** Handles the messages behind the offset, in the transaction of that statement. Without it, the statement is all. */
  handle?: ((batch: readonly Received[], tx: Transaction, entered: readonly string[]) => Promise<void>) | undefined;
}

export interface SubscribeOptions {
  /** Subscribers of a group share its offsets: one at a time handles a partition. */
  group: string;
  topics: readonly string[];
  /** The database of the group's effects; needs the tables of `messagingMigrations`. */
  database: Database;
  /**
   * Says how to take a batch of one partition in. It commits with the group's offset. After an error it comes again, with a back-off.
   * `refusal`: the database refuses the values of the batch's only message, which is to be set aside.
   */
  takeIn(batch: readonly Received[], refusal?: unknown): Intake;
  /** Called after the commit of each batch that added to the outbox. */
  onPublished?(): void;
  /** Called with each error of `takeIn`, `handle`, the database or the transport. */
  onError(error: unknown, topic: string): void;
}

export interface Subscription {
  /** Delivers no more; resolves when the running batch has finished. */
  stop(): Promise<void>;
}
