import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/service';
import { retry } from '@partner-ordering/kernel';
import type { ClaimedDelivery, InFlight } from '../domain/deliveries/claim-due.ts';
import { disableWebhook } from '../domain/deliveries/disabling.ts';
import { recordOutcomes, type AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';
import { signingKey } from '../domain/webhooks/signatures.ts';
import { deliver, unrecordedOutcome, type AttemptContext, type SecretKeys } from './deliver.ts';

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

/** The keys that sign claimed deliveries, by webhook; an Error for a secret that cannot be read. */
function signingKeysOf(deliveries: readonly ClaimedDelivery[], cipher: RowCipher): Map<string, SecretKeys> {
  const secrets = new Map(deliveries.map((delivery) => [delivery.webhook, delivery.secrets]));
  return new Map([...secrets].map(([webhook, own]) => [webhook, keysOf(own, cipher)]));
}

function keysOf(secrets: ClaimedDelivery['secrets'], cipher: RowCipher): SecretKeys {
  try {
    return secrets.map((secret) => signingKey(secret, cipher));
  } catch (error) {
    return error as Error;
  }
}

/** Batches items that arrive during a write, up to `maxItems`. A call resolves when its item is written; a failed write rejects its own. */
export function batchWrites<Item>(write: (items: readonly Item[]) => Promise<void>, maxItems: number): (item: Item) => Promise<void> {
  let lastWrite: Promise<unknown> = Promise.resolve();
  let openBatch: { items: Item[]; written: Promise<void> } | undefined;
  return (item) => {
    if (!openBatch || openBatch.items.length === maxItems) {
      const items: Item[] = [];
      const written = lastWrite.then(() => {
        if (openBatch?.items === items) openBatch = undefined;
        return write(items);
      });
      lastWrite = written.catch(() => undefined);
      openBatch = { items, written };
    }
    openBatch.items.push(item);
    return openBatch.written;
  };
}
