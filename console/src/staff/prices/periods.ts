import type { Price } from '@partner-ordering/client';

/** The prices with those for the same together, in the order of their validity. */
export const inPeriods = (prices: readonly Price[]): Price[] =>
  [...Map.groupBy(prices, keyOf).values()].flatMap((periods) =>
    periods.toSorted((one, other) => Number(startOf(one) > startOf(other)) - Number(startOf(one) < startOf(other))),
  );

/** The standing price that a cheaper promotion interrupts: it ends when the promotion begins, and holds again when that ends. */
export function standingPrice(promotion: Price, prices: readonly Price[]): Price | undefined {
  const { valid_from: from, valid_until: until } = promotion;
  if (from === null || until === null) return undefined;
  const others = prices.filter((price) => keyOf(price) === keyOf(promotion));
  const after = others.find(({ valid_from }) => valid_from === until);
  if (after === undefined || after.currency !== promotion.currency || after.amount <= promotion.amount) return undefined;
  return others.find((price) => price.valid_until === from && price.amount === after.amount && price.currency === after.currency);
}

const keyOf = ({ organization, product, options: { mode, due, skill } }: Price): string =>
  [organization?.gid, product.gid, mode, due, skill].join(' ');

/** Times of answers are in UTC, so they sort as texts. */
const startOf = ({ valid_from }: Price): string => valid_from ?? '';
