/** A configuration of a product that has a price. `due` in days; `skill` is null for a product that has no such option. */
export interface PriceConfiguration {
  product: string;
  mode: string;
  due: number;
  skill: string | null;
}

/** What a price is the price of, in one text. `organization` is null for the default price. */
export function priceKey({ product, organization, mode, due, skill }: PriceConfiguration & { organization: string | null }): string {
  return [product, organization ?? 'default', mode, due, skill ?? '-'].join('/');
}
