import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/http';
import type { Lease, LeasedDelivery } from '../domain/deliveries/lease-due.ts';
import type { Limits } from '../domain/deliveries/leases.ts';
import { postponeDelivery, receiverFailed, recordOutcomes, type AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';
import { disableWebhook } from '../domain/deliveries/disabling.ts';
import { deliver, type DeliverParts, type ToDeliver } from './deliver.ts';
import { Recorder } from './recorder.ts';
import { SigningKeys } from './signing-keys.ts';
import { UnderWay } from './under-way.ts';

/** What leased deliveries are attempted and recorded with. */
export interface SendingOptions extends Omit<DeliverParts, 'signal'> {
  database: Database;
  write: Service['write'];
  cipher: RowCipher;
  limits: Limits;
  /** After the outcome of attempts is committed: more may be begun. */
  onRecorded: () => void;
}

/** The attempts of an instance: it starts them, and records what became of them. */
export class Sending {
  /** The number to which deliveries are leased; 0 before there is one. */
  worker = 0;
  readonly #options: SendingOptions;
  readonly #underWay: UnderWay;
  readonly #keys: SigningKeys;
  readonly #recorder: Recorder;
  readonly #breakingOff = new AbortController();

  constructor(options: SendingOptions) {
    this.#options = options;
    this.#underWay = new UnderWay(options.limits);
    this.#keys = new SigningKeys(options.cipher);
    this.#recorder = new Recorder({
      log: options.log,
      record: (outcomes) => this.#record(outcomes),
      postpone: (outcome) => this.#postpone(outcome),
      onRecorded: (outcomes) => {
        outcomes.forEach(({ delivery }) => this.#underWay.end(delivery));
        options.onRecorded();
      },
    });
  }

  get count(): number {
    return this.#underWay.count;
  }

  /** Of the deliveries that are under way. */
  gids(): string[] {
    return this.#underWay.gids();
  }

  /** See `UnderWay.capacity`. */
  capacity(): ReturnType<UnderWay['capacity']> {
    return this.#underWay.capacity(performance.now());
  }

  /** Attempts deliveries that were leased. Throws when the database does not answer; then none is under way. */
  async start({ deliveries, bodyOf }: Pick<Lease, 'deliveries' | 'bodyOf'>): Promise<void> {
    if (deliveries.length === 0) return;
    const { database, clock } = this.#options;
    // Somebody may have freed what is still attempted here, after a session was lost: it is recorded by that attempt.
    const begun = deliveries.filter((delivery) => !this.#underWay.has(delivery));
    const webhooks = begun.map(({ webhook }) => webhook);
    const keys = await this.#keys.of(database, webhooks, clock());
    for (const delivery of begun) {
      const body = bodyOf(delivery);
      this.#underWay.begin(delivery, body?.length ?? 0, performance.now());
      void this.#send(delivery, { body, keys: keys.get(delivery.webhook) });
    }
  }

  /** Lets attempts end within the grace time, and breaks the others off. */
  async stop(graceMs: number): Promise<void> {
    const inTime = new AbortController();
    await Promise.race([this.#underWay.none(), delay(graceMs, undefined, { signal: inTime.signal }).catch(() => undefined)]);
    inTime.abort();
    this.#breakingOff.abort();
    await this.#recorder.stop();
  }

  async #send(delivery: LeasedDelivery, toDeliver: ToDeliver): Promise<void> {
    const outcome = await deliver(delivery, toDeliver, { ...this.#options, signal: this.#breakingOff.signal });
    if (!outcome) return this.#underWay.end(delivery);
    this.#underWay.ended(delivery, receiverFailed(outcome) ? 'failed' : 'answered');
    this.#recorder.add(outcome);
  }

  async #record(outcomes: readonly AttemptOutcome[]): Promise<AttemptOutcome[]> {
    const { write, clock } = this.#options;
    const gone = new Map(outcomes.filter(({ isGone }) => isGone).map(({ delivery: { webhook, url } }) => [webhook, url]));
    let left: AttemptOutcome[] = [];
    await write(async (tx, { addJob }) => {
      const now = clock();
      for (const [webhook, url] of [...gone].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await disableWebhook(tx, addJob, { webhook, url, cause: 'gone', now });
      left = await recordOutcomes(tx, outcomes, { worker: this.worker, now });
    });
    return left;
  }

  #postpone({ delivery }: AttemptOutcome): Promise<void> {
    const { database, clock } = this.#options;
    return database.transactional((tx) => postponeDelivery(tx, delivery, { worker: this.worker, now: clock() }));
  }
}
