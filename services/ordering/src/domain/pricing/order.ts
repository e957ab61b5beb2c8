import { type Detail, invalid, toMajor, toMinor, type Principal, rightsOf } from '@partner-ordering/kernel';
import { buyerOf, chosenOptionsDetails, chosenQuantityDetails, priceKey, vatOfSale } from '@partner-ordering/commerce';
import type { UnitPrice } from '@partner-ordering/service-client';
import type { ProductState } from '../../../generated/events.ts';
import type { ProjectMode, ProjectOptionsChoice, ProjectSkill } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import { faults } from '../../faults.ts';
import { mustKnowUser, readReplicas } from '../replicas/replicas.ts';
import type { PriceQuestion } from './prices.ts';

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

const notYourOrganization = () => invalid(faults.ordering_not_allowed('organization.gid'));

/** Checks a choice against the catalog and prices it; 400 names what does not fit, after the owners of stale replicas are asked. */
export async function configure(context: Tools, choice: Choice): Promise<Configuration> {
  const { tx, seller } = context;
  const { options, quantity, owner } = choice;
  const keys = [
    { type: 'product', key: choice.product },
    { type: 'organization', key: choice.organization },
  ];
  const membership = { type: 'membership', key: `${owner}/${choice.organization}` };
  const ofOwner = owner === undefined ? [] : [{ type: 'user', key: owner }, membership];
  const replicas = await readReplicas(tx, [...keys, ...ofOwner]);
  if (owner !== undefined) await mustKnowUser(tx, owner);
  const organization = replicas.get('organization', choice.organization);
  if (!organization || organization.is_deleted) throw notYourOrganization().restingOn(keys);
  const product = replicas.get('product', choice.product);
  if (!product?.is_enabled || !product.organizations.includes(organization.gid))
    throw invalid(faults.product_not_offered('product.gid')).restingOn(keys);
  checkOptions(product, options, quantity);
  const { due, mode, skill = null } = options;
  const question = { product: product.gid, organization: organization.gid, due, mode, skill };
  const { amount_minor: unitMinor, currency } = approvedPrice(context, choice, question);
  const priceMinor = unitMinor * quantity;
  const { vatRate, vatMinor } = vatOfSale(seller, buyerOf(organization), { netMinor: priceMinor, currency });
  return { due, mode, skill, quantity, priceMinor, currency, vatRate, vatMinor };
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
  if (!is_cumulative && quantity !== 1) details.push(faults.one_piece_only('quantity'));
  if (details.length > 0) throw invalid(...details).restingOn([{ type: 'product', key: gid }]);
}

/** The price that the customer approves; 400 names the present one if that is another. A remembered price refuses nothing. */
function approvedPrice(context: Tools, choice: Choice, question: PriceQuestion): UnitPrice {
  const recent = context.prices.recent(question);
  const price = recent && disapproval(choice, recent) === undefined ? recent : askedPrice(context, question);
  if (!price) throw invalid(faults.no_price('options'));
  const refusal = disapproval(choice, price);
  if (refusal) throw invalid(refusal);
  return price;
}

/** What catalog answers to this request. An answer grows old when the operation runs again, and waits, for other reasons. */
export function askedPrice({ prices, asked }: Tools, question: PriceQuestion): UnitPrice | null {
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
  const current = { amount: toMajor(totalMinor, currency), currency };
  if (toMinor(approvedAmount, currency) !== totalMinor) return faults.price_changed('price.amount', current);
  const isSame = approvedCurrency === undefined || approvedCurrency === currency;
  return isSame ? undefined : faults.price_changed('price.currency', current);
}

/** The organization to order for: the named one, or the caller's only one; 400 when the caller may not order for it. */
export function orderingOrganization(principal: Principal, named: string | undefined): string {
  const organization = named ?? (principal.memberOf.length === 1 ? principal.memberOf[0] : undefined);
  if (organization === undefined) throw invalid(faults.required('organization', { why: 'not_one_organization' }));
  if (principal.isAdmin || principal.memberOf.includes(organization)) return organization;
  throw notYourOrganization().restingOn([rightsOf(principal)]);
}
