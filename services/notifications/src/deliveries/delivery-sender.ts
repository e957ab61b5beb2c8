import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/service';
import { retry } from '@partner-ordering/kernel';
import type { ClaimedDelivery, InFlight } from '../domain/deliveries/claim-due.ts';
import { disableWebhook } from '../domain/deliveries/disabling.ts';
import { recordOutcomes, type AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';
import { batchWrites } from './batch-writes.ts';
import { deliver, unrecordedOutcome, type AttemptContext, type SecretKeys } from './deliver.ts';
import { signingKeysOf } from './signing-keys.ts';

export interface DeliverySenderOptions extends Omit<AttemptContext, 'signal'> {
  write: Service['write'];
  cipher: RowCipher;
  /** Called when an attempt is recorded: there is room for more. */
  onRecorded: () => void;
}

/** Maximum number of outcomes in a transaction. */
const RECORDED_AT_ONCE = 500;
const pauses = { firstMs: 100, longestMs: 5_000 };

/** Attempts the claimed deliveries of an instance and records the outcomes. */
export class DeliverySender {
  readonly #options: DeliverySenderOptions;
  readonly #breakingOff = new AbortController();
  /** Until they are recorded. */
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();
  readonly #recordTogether = batchWrites<AttemptOutcome>((outcomes) => this.#record(outcomes), RECORDED_AT_ONCE);
  readonly #recordAlone = batchWrites<AttemptOutcome>((outcomes) => this.#record(outcomes), 1);

  constructor(options: DeliverySenderOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#inFlight.size;
  }

  inFlight(): InFlight {
    const attempts: Record<string, number> = {};
    const bytes: Record<string, number> = {};
    for (const { webhook, organization, body } of this.#inFlight.keys()) {
      for (const gid of [webhook, organization]) attempts[gid] = (attempts[gid] ?? 0) + 1;
      bytes[organization] = (bytes[organization] ?? 0) + body.length;
    }
    return { attempts, bytes };
  }

  start(deliveries: readonly ClaimedDelivery[]): void {
    const keys = signingKeysOf(deliveries, this.#options.cipher);
    for (const delivery of deliveries) this.#inFlight.set(delivery, this.#send(delivery, keys.get(delivery.webhook)!));
  }

  /** Waits for attempts within the grace time and aborts the others. */
  async stop(graceMs: number): Promise<void> {
    await Promise.race([this.#none(), delay(graceMs, undefined, { ref: false })]);
    this.#breakingOff.abort();
    await this.#none();
  }

  async #none(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Never throws: a delivery whose outcome cannot be recorded is attempted again when its claim ends. */
  async #send(delivery: ClaimedDelivery, keys: SecretKeys): Promise<void> {
    const { log, onRecorded } = this.#options;
    const outcome = await deliver(delivery, keys, { ...this.#options, signal: this.#breakingOff.signal });
    // One that cannot be recorded does not block the others.
    await this.#recordTogether(outcome)
      .catch(() => this.#recordAlone(outcome))
      .catch((error: unknown) => {
        log.error({ err: error, delivery: delivery.gid }, 'The outcome of a delivery cannot be recorded, so it is attempted again');
        return this.#record([unrecordedOutcome(delivery, this.#options)]);
      })
      .catch(() => undefined);
    this.#inFlight.delete(delivery);
    onRecorded();
  }

  /** Retries while the database does not answer, unless the instance stops. */
  #record(outcomes: readonly AttemptOutcome[]): Promise<void> {
    return retry(() => this.#write(outcomes), { isPassing: isConnectionError, pauses, signal: this.#breakingOff.signal });
  }

  #write(outcomes: readonly AttemptOutcome[]): Promise<void> {
    const { write, clock } = this.#options;
    const goneWebhooks = new Map(outcomes.filter(({ isGone }) => isGone).map(({ delivery: { webhook, url } }) => [webhook, url]));
    return write(async (tx, { addJob }) => {
      const now = clock();
      for (const [webhook, url] of [...goneWebhooks].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await disableWebhook(tx, addJob, { webhook, url, cause: 'gone', now });
      await recordOutcomes(tx, outcomes, now);
    });
  }
}
