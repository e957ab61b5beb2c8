import { priceKey, type PriceConfiguration } from '@partner-ordering/commerce';
import type { CallableServices, UnitPrice } from '@partner-ordering/service-client';

/** What is ordered, and for whom. */
export interface PriceQuestion extends PriceConfiguration {
  organization: string;
}

/** How long a price counts as the present one. It is a promise to clients: see `createProject` in the document. */
const MAX_AGE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** What catalog has answered. */
export interface PriceAnswer {
  /** Null when there is none. */
  price: UnitPrice | null;
  askedAtMs: number;
}

/** What organizations pay, as catalog has answered within the last second. Requests that ask the same at once share one question. */
export class Prices {
  readonly #clock: () => Date;
  readonly #answers = new Map<string, PriceAnswer>();
  readonly #running = new Map<string, Promise<PriceAnswer>>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** The remembered price; undefined without one. */
  recent(question: PriceQuestion): UnitPrice | undefined {
    const found = this.#answers.get(priceKey(question));
    return found && this.isRecent(found) ? found.price! : undefined;
  }

  isRecent({ askedAtMs }: PriceAnswer): boolean {
    const ageMs = this.#clock().getTime() - askedAtMs;
    return ageMs >= 0 && ageMs < MAX_AGE_MS;
  }

  ask(catalog: CallableServices<'ordering'>['catalog'], question: PriceQuestion): Promise<PriceAnswer> {
    const key = priceKey(question);
    const running = this.#running.get(key);
    if (running) return running;
    const asking = this.#ask(catalog, question).finally(() => this.#running.delete(key));
    this.#running.set(key, asking);
    return asking;
  }

  async #ask(catalog: CallableServices<'ordering'>['catalog'], question: PriceQuestion): Promise<PriceAnswer> {
    const { product, organization, mode, due, skill } = question;
    const askedAtMs = this.#clock().getTime();
    const { price } = await catalog.getUnitPrice({ product, organization, mode, due, ...(skill !== null && { skill }) });
    if (this.#answers.size >= MAX_REMEMBERED) this.#answers.clear();
    if (price) this.#answers.set(priceKey(question), { price, askedAtMs });
    return { price, askedAtMs };
  }
}
