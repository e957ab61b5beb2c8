import { priceKey, type PriceConfiguration } from '@partner-ordering/commerce';
import type { Neighbours, UnitPrice } from '@partner-ordering/neighbours';

/** What is ordered, and for whom. */
export interface PriceQuestion extends PriceConfiguration {
  organization: string;
}

/** How long a price counts as the present one. It is a promise to clients: see `createProject` in the document. */
const MAX_AGE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** What catalog says that organizations pay, remembered for a second. */
export class Prices {
  readonly #clock: () => Date;
  readonly #answers = new Map<string, { price: UnitPrice | null; askedAtMs: number }>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** The price as it was less than a second ago, if catalog was asked then. */
  recent(question: PriceQuestion): UnitPrice | null | undefined {
    const found = this.#answers.get(priceKey(question));
    return found && this.#clock().getTime() - found.askedAtMs < MAX_AGE_MS ? found.price : undefined;
  }

  /** The price now; null when there is none. */
  async ask(catalog: Neighbours<'ordering'>['catalog'], question: PriceQuestion): Promise<UnitPrice | null> {
    const { product, organization, mode, due, skill } = question;
    const askedAtMs = this.#clock().getTime();
    const answer = await catalog.getUnitPrice({ product, organization, mode, due, ...(skill !== null && { skill }) });
    if (this.#answers.size >= MAX_REMEMBERED) this.#answers.clear();
    this.#answers.set(priceKey(question), { price: answer.price, askedAtMs });
    return answer.price;
  }
}
