/** A configuration of a product that has a price. `due` in days; a product without `skill` has `null`. */
export interface PriceConfiguration {
  product: string;
  mode: string;
  due: number;
  skill: string | null;
}

/** The natural key of a price, which its public state is known by; `organization` is null in the default price. */
export function priceKey({ product, organization, mode, due, skill }: PriceConfiguration & { organization: string | null }): string {
  return [product, organization ?? 'default', mode, due, skill ?? '-'].join('/');
}

/**
 * Where a price is looked for, first match wins: the organization's own, its parents' (nearest first), the default price.
 * `organizations` is `[organization, parent, …]`. Here and not in a service, as catalog and ordering must agree on it to the letter.
 */
export function priceKeys({ organizations, ...configuration }: PriceConfiguration & { organizations: readonly string[] }): string[] {
  return [...organizations, null].map((organization) => priceKey({ ...configuration, organization }));
}
