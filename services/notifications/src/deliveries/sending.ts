import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import type { RowCipher, Service } from '@partner-ordering/http';
import type { Claimed, Limits } from '../domain/deliveries/claims.ts';
import { postponeDelivery, settle, type Settlement } from '../domain/deliveries/settle.ts';
import { disableWebhook } from '../domain/webhooks/disabling.ts';
import { deliver, type DeliverParts } from './deliver.ts';
import { Recorder } from './recorder.ts';
import { SigningKeys } from './signing-keys.ts';
import { UnderWay } from './under-way.ts';

/** What claimed deliveries are attempted and recorded with. */
export interface SendingOptions extends Omit<DeliverParts, 'signal'> {
  database: Database;
  write: Service['write'];
  cipher: RowCipher;
  limits: Limits;
  /** After the outcome of attempts is committed: there is room again. */
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
      record: (settlements) => this.#record(settlements),
      postpone: (settlement) => this.#postpone(settlement),
      onRecorded: (settlements) => {
        settlements.forEach(({ claimed }) => this.#underWay.end(claimed));
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

  /** See `UnderWay.room`. */
  room(): ReturnType<UnderWay['room']> {
    return this.#underWay.room(performance.now());
  }

  /** Attempts deliveries that were claimed. Throws when the database does not answer; then none is under way. */
  async start(claimed: readonly Claimed[]): Promise<void> {
    if (claimed.length === 0) return;
    const { database, clock } = this.#options;
    // Somebody may have freed what is still attempted here, after a session was lost: it is recorded by that attempt.
    const begun = claimed.filter((delivery) => !this.#underWay.has(delivery));
    const webhooks = begun.map(({ webhook }) => webhook);
    const keys = await this.#keys.of(database, webhooks, clock());
    for (const delivery of begun) {
      this.#underWay.begin(delivery, performance.now());
      void this.#send(delivery, keys.get(delivery.webhook));
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

  async #send(claimed: Claimed, keys: Parameters<typeof deliver>[1]): Promise<void> {
    const settled = await deliver(claimed, keys, { ...this.#options, signal: this.#breakingOff.signal });
    if (!settled) return this.#underWay.end(claimed);
    this.#underWay.ended(claimed);
    this.#recorder.add(settled);
  }

  async #record(settlements: readonly Settlement[]): Promise<Settlement[]> {
    const { write, clock } = this.#options;
    const gone = new Map(settlements.filter(({ isGone }) => isGone).map(({ claimed: { webhook, url } }) => [webhook, url]));
    let left: Settlement[] = [];
    await write(async (tx, { addJob }) => {
      const now = clock();
      for (const [webhook, url] of [...gone].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await disableWebhook(tx, addJob, { webhook, url, cause: 'gone', now });
      left = await settle(tx, settlements, { worker: this.worker, now });
    });
    return left;
  }

  #postpone({ claimed }: Settlement): Promise<void> {
    const { database, clock } = this.#options;
    return database.transactional((tx) => postponeDelivery(tx, claimed, { worker: this.worker, now: clock() }));
  }
}
