/** A configuration of a product that has a price. `due` in days; `skill` is null for a product that has no such option. */
export interface PriceConfiguration {
  product: string;
  mode: string;
  due: number;
  skill: string | null;
}

/** The key of a price's public state: what it is the price of. `organization` is null for the default price. */
export function priceKey({ product, organization, mode, due, skill }: PriceConfiguration & { organization: string | null }): string {
  return [product, organization ?? 'default', mode, due, skill ?? '-'].join('/');
}

/**
 * The price fallback: keys of the prices that apply to an organization, the first one found wins. Its own price comes first, then
 * its parents' (nearest first), then the default price. `organizations` is the answer of `organizationChain`: `[organization, parent, …]`.
 * Catalog (domain/unit-price.ts) and ordering (domain/pricing/current-price.ts) both read their prices by these keys, and catalog
 * finds by the same rule who is told of a change of one (domain/who-pays.ts).
 */
export function priceFallbackKeys({
  organizations,
  ...configuration
}: PriceConfiguration & { organizations: readonly string[] }): string[] {
  return [...organizations, null].map((organization) => priceKey({ ...configuration, organization }));
}
