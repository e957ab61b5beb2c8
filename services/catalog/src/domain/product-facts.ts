import type { WriteContext } from '@partner-ordering/writes';
import type { ProductFact } from '../../generated/events.ts';
import type { Product } from './product.ts';

/**
 * Notifications keeps what a fact shows once for each organization that it names, in one transaction: so many, and so many bytes, it writes
 * in time, and no other event of these waits long.
 */
const MAX_ORGANIZATIONS = 1_000;
const MAX_COPIED_BYTES = 16 * 1_024 * 1_024;

/** Gids of the organizations that may order a product before and after a change, see `currentOrderers`. */
export interface Orderers {
  before: readonly string[];
  after: readonly string[];
  /** Whether the product itself has changed, true by default. If not, those who could order it before get no event. */
  hasChanged?: boolean;
}

/** Those of the allowed organizations that may order a product as it is now: all, or none while it is not enabled. */
export const currentOrderers = ({ isEnabled }: Pick<Product, 'isEnabled'>, allowed: readonly string[]): readonly string[] =>
  isEnabled ? allowed : [];

/**
 * Publishes that a product has changed for those who may order it, and is withdrawn from those who may no longer.
 */
export function recordProduct(
  { publish }: Pick<WriteContext, 'publish'>,
  product: Product,
  { before, after, hasChanged = true }: Orderers,
): void {
  const { gid } = product;
  const record = (event: 'product.changed' | 'product.withdrawn', organizations: readonly string[], payloadBytes = 0): void => {
    for (const receivers of receiverGroups(organizations.toSorted(), payloadBytes))
      publish(event, gid, { gid, organizations: receivers } satisfies Omit<ProductFact, 'payload'>);
  };
  record('product.changed', hasChanged ? after : without(after, before), bytesOf(product));
  record('product.withdrawn', without(before, after));
}

/** The approximate length of a product's payload, which is read after the flush, when the facts are there already. */
const bytesOf = ({ title, synonyms, availableOptions, additionalMeta }: Product): number =>
  Buffer.byteLength(JSON.stringify([title, synonyms, availableOptions, additionalMeta]));

/** Splits organizations that get the same payload into groups that a fact may name. @param payloadBytes the payload's approximate length */
export function receiverGroups(organizations: readonly string[], payloadBytes: number): string[][] {
  const size = Math.max(1, Math.min(MAX_ORGANIZATIONS, Math.floor(MAX_COPIED_BYTES / payloadBytes)));
  return Array.from({ length: Math.ceil(organizations.length / size) }, (_, at) => organizations.slice(at * size, (at + 1) * size));
}

function without(organizations: readonly string[], excluded: readonly string[]): string[] {
  const excludedGids = new Set(excluded);
  return organizations.filter((organization) => !excludedGids.has(organization));
}
