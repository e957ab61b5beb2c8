import { setTimeout as delay } from 'node:timers/promises';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { createBackOff } from './back-off.ts';
import type { BackOff } from './back-off.ts';
import { checkLogReaches, createPace, deliver, readOffset } from './delivery.ts';
import type { Pace } from './delivery.ts';
import { receivedFrom } from './kafka-read.ts';
import type { Topics } from './kafka-topics.ts';
import type { Place, Received, SubscribeOptions } from './transport.ts';

const heartbeatMs = 1_000;
const otherAtWorkMs = 1_000;

/** A partition that was assigned to this instance. While nobody knows where the group stands in it, it is paused. */
interface Assigned extends Place {
  /** After which position its next batch begins. */
  position: number | undefined;
  pace: Pace;
  backOff: BackOff;
}

/** What a consumer does with the partitions that its group assigns to it. */
export interface Partitions {
  /** The group has given out its partitions anew. */
  assign(assignment: Readonly<Record<string, readonly number[]>>): void;
  /** Never rejects but with an error of kafkajs's own, which that deals with. */
  eachBatch(payload: EachBatchPayload): Promise<void>;
  /** How far this instance got, as offsets of Kafka. */
  offsets(): { topic: string; partition: number; offset: string }[];
  /** Resolves when no batch is being handled any more. */
  idle(): Promise<unknown>;
}

const nameOf = ({ topic, partition }: Place): string => `${topic}/${partition}`;

/**
 * Delivers partitions from where the database says that the group stands, which alone counts: what Kafka holds as the group's offsets is
 * never read. A position is the offset of the next message, so positions begin at 1.
 * @param signal ends what is going on
 */
export function kafkaPartitions(
  consumer: Consumer,
  { options, topics, signal }: { options: SubscribeOptions; topics: Topics; signal: AbortSignal },
): Partitions {
  let assigned = new Map<string, Assigned>();
  const running = new Set<Promise<unknown>>();
  const isCurrent = (place: Assigned): boolean => !signal.aborted && assigned.get(nameOf(place)) === place;
  const inCluster = ({ topic, partition }: Place) => ({ topic: topics.inCluster(topic), partitions: [partition] });

  /** Lets a partition rest until the pause is over, then goes on from where the database says. */
  async function seek(place: Assigned, pause?: () => Promise<void>): Promise<void> {
    place.position = undefined;
    for (let wait = pause; isCurrent(place); wait = undefined) {
      try {
        consumer.pause([inCluster(place)]);
        await wait?.();
        const position = await readOffset(options, place);
        const ends = (await topics.offsets(place.topic)).get(place.partition) ?? { low: 0, high: 0 };
        checkLogReaches(place, ends.high, position);
        if (!isCurrent(place)) return;
        consumer.seek({ ...inCluster(place), partition: place.partition, offset: String(Math.max(position, ends.low)) });
        place.position = position;
        consumer.resume([inCluster(place)]);
        return;
      } catch (error) {
        options.onError(error, place.topic);
        await place.backOff.pause(signal);
      }
    }
  }

  async function deliverAll(place: Assigned, { batch, isStale, isRunning, resolveOffset, heartbeat }: EachBatchPayload): Promise<void> {
    const messages = batch.messages.map((message) => receivedFrom(place, message));
    for (let next = 0; next < messages.length; await heartbeat()) {
      if (!isCurrent(place) || !isRunning() || isStale() || place.position === undefined) return;
      const some = messages.slice(next, next + place.pace.size);
      // The log is not the one that was sought in: kafkajs goes to a topic's beginning by itself when an offset is out of range.
      if (some[0]!.position <= place.position) return void seek(place);
      const reached = await attempt(place, some);
      if (reached === undefined || !isCurrent(place)) return;
      place.position = reached;
      next += some.length;
      resolveOffset(String(reached - 1));
    }
  }

  /** Undefined if the partition has to wait. */
  async function attempt(place: Assigned, messages: readonly Received[]): Promise<number | undefined> {
    try {
      const reached = await deliver(options, { ...place, from: place.position!, messages });
      if (reached === undefined) void seek(place, () => delay(otherAtWorkMs, undefined, { signal }));
      place.pace.succeeded();
      place.backOff.reset();
      return reached;
    } catch (error) {
      options.onError(error, place.topic);
      place.pace.failed();
      if (isCurrent(place)) void seek(place, () => place.backOff.pause(signal));
      return undefined;
    }
  }

  return {
    assign(assignment) {
      const places = Object.entries(assignment).flatMap(([name, partitions]) =>
        partitions.map((partition): Assigned => {
          const place = { topic: topics.outOfCluster(name), partition };
          const known = assigned.get(nameOf(place));
          return { ...place, position: undefined, pace: known?.pace ?? createPace(), backOff: known?.backOff ?? createBackOff() };
        }),
      );
      assigned = new Map(places.map((place) => [nameOf(place), place]));
      for (const place of places) void seek(place);
    },
    async eachBatch(payload) {
      const place = assigned.get(nameOf({ topic: topics.outOfCluster(payload.batch.topic), partition: payload.batch.partition }));
      if (!place) return;
      const alive = setInterval(() => payload.heartbeat().catch(() => undefined), heartbeatMs);
      const work = deliverAll(place, payload);
      running.add(work);
      await work.finally(() => {
        clearInterval(alive);
        running.delete(work);
      });
    },
    offsets: () =>
      [...assigned.values()].flatMap((place) =>
        place.position === undefined
          ? []
          : [{ topic: topics.inCluster(place.topic), partition: place.partition, offset: String(place.position) }],
      ),
    idle: () => Promise.allSettled(running),
  };
}
