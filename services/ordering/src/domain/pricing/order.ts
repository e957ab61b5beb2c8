import {
  type Detail,
  invalid,
  type StateKey,
  toMajor,
  toMinor,
  unavailable,
  PossiblyStale,
  type Principal,
} from '@partner-ordering/kernel';
import { buyerOf, chosenOptionsDetails, chosenQuantityDetails, priceKey, vatOfSale } from '@partner-ordering/commerce';
import type { Transaction } from '@partner-ordering/data';
import type { UnitPrice } from '@partner-ordering/service-client';
import type { OrganizationState, ProductState } from '../../../generated/events.ts';
import type { ProjectMode, ProjectOptionsChoice, ProjectSkill } from '../../../generated/models.ts';
import type { PriceQuestion } from './prices.ts';
import type { Dependencies, Tools } from '../../context.ts';
import { readReplicas, type Replicas } from '../replicas/replicas.ts';

/** A checked order. */
export interface Order {
  title: string;
  description: string;
  organization: string;
  /** Null for a specific request. */
  product: string | null;
  configuration: Configuration;
}

/** Options, price and VAT of an order; a specific request has none of them before its proposal. */
export interface Configuration {
  due: number | null;
  mode: ProjectMode | null;
  skill: ProjectSkill | null;
  quantity: number;
  priceMinor: number | null;
  currency: string | null;
  vatRate: number | null;
  vatMinor: number | null;
}

/** The configuration of a specific request without a proposal. */
export const unpriced: Configuration = {
  ...{ due: null, mode: null, skill: null, quantity: 1 },
  ...{ priceMinor: null, currency: null, vatRate: null, vatMinor: null },
};

/** What the customer chose, and the price that they approve. */
export interface Choice {
  product: string;
  organization: string;
  options: ProjectOptionsChoice;
  quantity: number;
  /** Major units. */
  approvedAmount: number;
  approvedCurrency?: string | undefined;
  /** The owner of a new order; undefined for a change. */
  owner?: string;
}

/** What checking a choice takes. */
export interface PricingContext extends Pick<Tools, 'asked'>, Pick<Dependencies, 'seller' | 'prices'> {
  tx: Transaction;
}

/**
 * Checks a choice against the catalog and prices it; 400 names what does not fit. A replica may be stale, so the owner of a state confirms
 * it before the choice is refused. Catalog tells the price, at most a second before.
 */
export async function configure(context: PricingContext, choice: Choice): Promise<Configuration> {
  const { tx, seller } = context;
  const { organization, product, options, quantity, owner } = choice;
  const replicas = await readReplicas(tx, [
    { type: 'product', key: product },
    { type: 'organization', key: organization },
    ...(owner === undefined
      ? []
      : [
          { type: 'user', key: owner },
          { type: 'membership', key: `${owner}/${organization}` },
        ]),
  ]);
  if (owner !== undefined) mustKnowOwner(replicas, owner);
  const known = mayOrder(replicas.get('product', product), replicas.get('organization', organization), choice);
  checkOptions(known.product, options, quantity);
  const { due, mode, skill = null } = options;
  const { unitMinor, currency } = approvedPrice(context, choice, { product, organization, due, mode, skill });
  const priceMinor = unitMinor * quantity;
  const { vatRate, vatMinor } = vatOfSale(seller, buyerOf(known.organization), priceMinor);
  return { due, mode, skill, quantity, priceMinor, currency, vatRate, vatMinor };
}

/** The owner and the organization of a specific request must be known here, as the project shows their names. */
export async function mustKnowParties(tx: Transaction, { owner, organization }: { owner: string; organization: string }): Promise<void> {
  const key = { type: 'organization', key: organization };
  const replicas = await readReplicas(tx, [key, { type: 'user', key: owner }]);
  mustKnowOwner(replicas, owner);
  const known = replicas.get('organization', organization);
  if (!known || known.is_deleted) throw new PossiblyStale([key], notYourOrganization());
}

/** An organization that was closed meanwhile publishes nothing more (400). */
export async function mustBeOpen(tx: Transaction, organization: string): Promise<void> {
  const key = { type: 'organization', key: organization };
  if ((await readReplicas(tx, [key])).get('organization', organization)?.is_deleted !== false)
    throw new PossiblyStale([key], notYourOrganization());
}

/** A project shows its owner's name, so it must be known. A new user's state may not have arrived yet. */
function mustKnowOwner(replicas: Replicas, owner: string): void {
  if (!replicas.get('user', owner)) throw new PossiblyStale([{ type: 'user', key: owner }], unavailable());
}

const notYourOrganization = () => invalid({ path: 'organization.gid', message: 'is not an organization you can order for' });

function mayOrder(
  product: ProductState | undefined,
  organization: OrganizationState | undefined,
  { product: productGid, organization: organizationGid }: Choice,
) {
  const keys: StateKey[] = [
    { type: 'product', key: productGid },
    { type: 'organization', key: organizationGid },
  ];
  if (!organization || organization.is_deleted) throw new PossiblyStale(keys, notYourOrganization());
  const isOrderable = product?.is_enabled && product.organizations.includes(organization.gid);
  if (!isOrderable)
    throw new PossiblyStale(keys, invalid({ path: 'product.gid', message: 'is not a product this organization can order' }));
  return { product, organization };
}

function checkOptions(
  { gid, available_options: available, is_cumulative }: ProductState,
  { due, mode, skill = null }: ProjectOptionsChoice,
  quantity: number,
): void {
  const details = [
    ...chosenOptionsDetails(available, { due, mode, skill }, ['due', 'mode', 'skill']),
    ...(is_cumulative ? chosenQuantityDetails(available, quantity, 'quantity') : []),
  ];
  if (!is_cumulative && quantity !== 1)
    details.push({ path: 'quantity', message: 'must be 1: this product cannot be ordered in quantity' });
  if (details.length > 0) throw new PossiblyStale([{ type: 'product', key: gid }], invalid(...details));
}

/** The price that the customer approves; 400 names the present one if that is another. A remembered price refuses nothing. */
function approvedPrice(context: PricingContext, choice: Choice, question: PriceQuestion): { unitMinor: number; currency: string } {
  const recent = context.prices.recent(question);
  const price = recent && disapproval(choice, recent) === undefined ? recent : askedPrice(context, question);
  if (!price) throw invalid({ path: 'options', message: 'has no price for this product and organization' });
  const refusal = disapproval(choice, price);
  if (refusal) throw invalid(refusal);
  return { unitMinor: price.amount_minor, currency: price.currency };
}

/** What catalog answers to this request. An answer grows old when the operation runs again, and waits, for other reasons. */
function askedPrice({ prices, asked }: PricingContext, question: PriceQuestion): UnitPrice | null {
  for (let count = 1; ; count++) {
    const answer = asked(`price of ${priceKey(question)}, ${count}`, ({ catalog }) => prices.ask(catalog, question));
    if (prices.isRecent(answer)) return answer.price;
  }
}

/** Where a price is not the one that the customer approves. */
function disapproval(
  { quantity, approvedAmount, approvedCurrency }: Choice,
  { amount_minor: unitMinor, currency }: UnitPrice,
): Detail | undefined {
  const totalMinor = unitMinor * quantity;
  const message = `the current price is ${toMajor(totalMinor, currency)} ${currency}`;
  if (toMinor(approvedAmount, currency) !== totalMinor) return { path: 'price.amount', message };
  return approvedCurrency === undefined || approvedCurrency === currency ? undefined : { path: 'price.currency', message };
}

/** The organization to order for: the named one, or the caller's only one; 400 when the caller may not order for it. */
export function orderingOrganization(principal: Principal, named: string | undefined): string {
  const organization = named ?? (principal.memberOf.length === 1 ? principal.memberOf[0] : undefined);
  if (organization === undefined)
    throw invalid({ path: 'organization', message: 'is required unless you are a member of exactly one organization' });
  if (principal.isAdmin || principal.memberOf.includes(organization)) return organization;
  throw new PossiblyStale([{ type: 'principal', key: principal.user }], notYourOrganization());
}
