import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '@partner-ordering/data';
import { readWaiting } from '../domain/deliveries/waiting.ts';
import type { FollowUp } from '../domain/deliveries/retry.ts';

export interface DeliveryMetrics {
  observe(outcome: FollowUp['kind'], seconds: number): void;
  /** @param inFlight the number of attempts in flight in this instance */
  watch(inFlight: () => number): void;
  /** Reads from the database what waits. */
  measure(): Promise<void>;
}

/** Registers the metrics of deliveries. */
export function deliveryMetrics(registry: Registry, { database, clock }: { database: Database; clock: () => Date }): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time that an attempt to deliver an event to a webhook took, by what came of it: delivered, again or failed',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  });
  const oldest = new Gauge({
    name: 'webhook_delivery_oldest_seconds',
    help: 'How long the delivery that is due for the longest has been waiting, of webhooks that do not fail',
    registers,
  });
  const waiting = new Gauge({
    name: 'webhook_deliveries_waiting',
    help: 'Deliveries to webhooks that wait for their first or next attempt',
    registers,
  });
  let inFlight = () => 0;
  new Gauge({
    name: 'webhook_attempts_in_flight',
    help: 'Attempts to deliver an event that are in flight in this instance',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  return {
    observe: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    watch: (count) => (inFlight = count),
    async measure() {
      const { count, oldestMs } = await readWaiting(database, clock());
      waiting.set(count);
      oldest.set(oldestMs / 1000);
    },
  };
}
