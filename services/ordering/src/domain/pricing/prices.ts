import { type Detail, invalid, toMajor, toMinor } from '@partner-ordering/kernel';
import { priceKey, type PriceConfiguration } from '@partner-ordering/commerce';
import type { DomainContext } from '@partner-ordering/http';
import type { CallableServices, UnitPrice } from '@partner-ordering/service-client';
import { faults } from '../../faults.ts';

type Services = CallableServices<'ordering'>;

/** The priced configuration of an order, and the organization that it is for. */
export interface PricedOrder extends PriceConfiguration {
  organization: string;
}

/** The age up to which a price counts as the present one. It is a promise to clients: see `createProject` in the document. */
const MAX_AGE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** A price of catalog at a moment. */
interface Quote {
  /** Null when there is none. */
  price: UnitPrice | null;
  requestedAtMs: number;
}

/** The prices of organizations, by catalog's quotes of the last second. Requests that need the same quote at once share one call. */
export class Prices {
  readonly #clock: () => Date;
  readonly #quotes = new Map<string, Quote>();
  readonly #running = new Map<string, Promise<Quote>>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** The price of a quote that is still current; undefined without one. */
  currentPrice(order: PricedOrder): UnitPrice | undefined {
    const quote = this.#quotes.get(priceKey(order));
    return quote && this.isCurrent(quote) ? quote.price! : undefined;
  }

  isCurrent({ requestedAtMs }: Quote): boolean {
    const ageMs = this.#clock().getTime() - requestedAtMs;
    return ageMs >= 0 && ageMs < MAX_AGE_MS;
  }

  /** A new quote from catalog. */
  quote(catalog: Services['catalog'], order: PricedOrder): Promise<Quote> {
    const key = priceKey(order);
    const running = this.#running.get(key);
    if (running) return running;
    const call = this.#request(catalog, order).finally(() => this.#running.delete(key));
    this.#running.set(key, call);
    return call;
  }

  async #request(catalog: Services['catalog'], order: PricedOrder): Promise<Quote> {
    const { product, organization, mode, due, skill } = order;
    const requestedAtMs = this.#clock().getTime();
    const { price } = await catalog.getUnitPrice({ product, organization, mode, due, ...(skill !== null && { skill }) });
    if (this.#quotes.size >= MAX_REMEMBERED) this.#quotes.clear();
    if (price) this.#quotes.set(priceKey(order), { price, requestedAtMs });
    return { price, requestedAtMs };
  }
}

type PriceContext = Pick<DomainContext<Services>, 'askOutside'> & { readonly prices: Prices };

/** The price of a quote that was requested for this operation, which ends here and runs again with it. Null when there is no price. */
export function fetchPrice({ prices, askOutside }: PriceContext, order: PricedOrder): UnitPrice | null {
  // A quote grows old when the operation runs again, and waits, for other reasons.
  for (let count = 1; ; count++) {
    const quote = askOutside(`price of ${priceKey(order)}, ${count}`, ({ catalog }) => prices.quote(catalog, order));
    if (prices.isCurrent(quote)) return quote.price;
  }
}

/** The price that a customer approves for the whole quantity, in major units. */
export interface Approval {
  quantity: number;
  amount: number;
  currency?: string | undefined;
}

/** The unit price, if the customer approves it; 400 names the present one if that is another. A remembered price refuses nothing. */
export function approvedPrice(context: PriceContext, order: PricedOrder, approval: Approval): UnitPrice {
  const remembered = context.prices.currentPrice(order);
  if (remembered && priceFault(approval, remembered) === undefined) return remembered;
  const price = fetchPrice(context, order);
  if (!price) throw invalid(faults.no_price('options'));
  const detail = priceFault(approval, price);
  if (detail) throw invalid(detail);
  return price;
}

/** The fault of a price that is not the one that the customer approves; undefined for the same price. */
function priceFault(approved: Approval, { amount_minor: unitMinor, currency }: UnitPrice): Detail | undefined {
  const totalMinor = unitMinor * approved.quantity;
  const current = { amount: toMajor(totalMinor, currency), currency };
  if (toMinor(approved.amount, currency) !== totalMinor) return faults.price_changed('price.amount', current);
  const isSame = approved.currency === undefined || approved.currency === currency;
  return isSame ? undefined : faults.price_changed('price.currency', current);
}
