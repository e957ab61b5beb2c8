import { invalid, type Principal, rightsOf, type StateKey } from '@partner-ordering/kernel';
import { buyerOf, optionDetails, quantityDetails, vatOfSale } from '@partner-ordering/commerce';
import type { ProductState } from '../../../generated/events.ts';
import type { ProjectCreate, ProjectMode, ProjectOptionsChoice, ProjectSkill } from '../../../generated/models.ts';
import type { DomainContext } from '../../context.ts';
import { faults } from '../../faults.ts';
import { mustKnowOrganization, mustKnowUser, readReplicas } from '../replicas/replicas.ts';
import { sanitizeDescription } from '../texts/description.ts';
import { approvedPrice, fetchPrice, type Approval } from './prices.ts';

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
  due: null,
  mode: null,
  skill: null,
  quantity: 1,
  priceMinor: null,
  currency: null,
  vatRate: null,
  vatMinor: null,
};

/** The customer's choice, and the price that they approve. */
export interface Choice {
  product: string;
  organization: string;
  options: ProjectOptionsChoice;
  approved: Approval;
  /** The owner of a new order; undefined for a change. */
  owner?: string;
}

const notYourOrganization = () => invalid(faults.ordering_not_allowed('organization.gid'));

/** Reads an order from the body of `POST /projects`; 400 names every field that is missing or not allowed for its kind. */
export async function checkOrder(context: DomainContext, body: ProjectCreate): Promise<Order> {
  const { principal } = context;
  if (body.product === null) return checkSpecificRequest(context, body);
  const { product, organization, options, price } = body;
  const details = [];
  for (const field of ['organization', 'options', 'price'] as const)
    if (!body[field]) details.push(faults.required(field, { why: 'product' }));
  if (body.specific_request === true) details.push(faults.fixed_value('specific_request', { value: 'false', why: 'product' }));
  if (details.length > 0 || !organization || !options || !price) throw invalid(...details);

  const orderer = orderingOrganization(principal, organization.gid);
  const approved = { ...price, quantity: chosenQuantity(body) ?? 1 };
  const choice = { product: product.gid, organization: orderer, options, approved, owner: principal.user };
  const configuration = await configure(context, choice);
  return {
    title: body.title,
    description: sanitizeDescription(body.description),
    organization: orderer,
    product: product.gid,
    configuration,
  };
}

/** Fetches the price that a member's order needs, before its transaction. Returns the states that the order is checked against. */
export async function prefetchOrder(
  context: Pick<DomainContext, 'askOutside' | 'prices' | 'signedIn'> & { body: ProjectCreate; claims: { user: string } },
): Promise<StateKey[]> {
  const { product, organization, options } = context.body;
  if (!product || !organization || !options) return [];
  const { due, mode, skill = null } = options;
  const priced = { product: product.gid, organization: organization.gid, due, mode, skill };
  if (!context.prices.currentPrice(priced)) {
    const { memberOf } = await context.signedIn();
    if (memberOf.includes(organization.gid)) fetchPrice(context, priced);
  }
  return statesOf({ product: product.gid, organization: organization.gid, owner: context.claims.user });
}

/** A specific request has only texts. Options and price come with the proposal. */
async function checkSpecificRequest({ tx, principal }: DomainContext, body: ProjectCreate): Promise<Order> {
  const details = [];
  if (body.specific_request === false) details.push(faults.fixed_value('specific_request', { value: 'true', why: 'no_product' }));
  if (body.state !== 'draft') details.push(faults.fixed_value('state', { value: 'draft', why: 'specific_request' }));
  if (body.options) details.push(faults.not_allowed('options', { why: 'new_specific_request' }));
  if (body.price) details.push(faults.not_allowed('price', { why: 'new_specific_request' }));
  if ((chosenQuantity(body) ?? 1) !== 1) details.push(faults.fixed_value('quantity', { value: '1', why: 'specific_request' }));
  if (details.length > 0) throw invalid(...details);
  const description = sanitizeDescription(body.description);
  const organization = orderingOrganization(principal, body.organization?.gid);
  await mustKnowUser(tx, principal.user);
  await mustKnowOrganization(tx, organization, faults.ordering_not_allowed);
  return { title: body.title, description, organization, product: null, configuration: unpriced };
}

/** Checks a choice against the catalog and prices it; 400 names what does not fit, after the owners of stale replicas are asked. */
export async function configure(context: DomainContext, choice: Choice): Promise<Configuration> {
  const { tx, seller } = context;
  const { options, approved, owner } = choice;
  const { quantity } = approved;
  const replicas = await readReplicas(tx, statesOf(choice));
  const keys = statesOf({ product: choice.product, organization: choice.organization });
  if (owner !== undefined) await mustKnowUser(tx, owner);
  const organization = replicas.get('organization', choice.organization);
  if (!organization || organization.is_deleted) throw notYourOrganization().restingOn(keys);
  const product = replicas.get('product', choice.product);
  if (!product?.is_enabled || !product.organizations.includes(organization.gid))
    throw invalid(faults.product_not_offered('product.gid')).restingOn(keys);
  checkOptions(product, options, quantity);
  const { due, mode, skill = null } = options;
  const priced = { product: product.gid, organization: organization.gid, due, mode, skill };
  const { amount_minor: unitMinor, currency } = approvedPrice(context, priced, approved);
  const priceMinor = unitMinor * quantity;
  const { vatRate, vatMinor } = vatOfSale(seller, buyerOf(organization), { netMinor: priceMinor, currency });
  return { due, mode, skill, quantity, priceMinor, currency, vatRate, vatMinor };
}

/** The states that a choice is checked against. */
function statesOf({ product, organization, owner }: Pick<Choice, 'product' | 'organization' | 'owner'>): StateKey[] {
  const ofChoice = [
    { type: 'product', key: product },
    { type: 'organization', key: organization },
  ];
  if (owner === undefined) return ofChoice;
  return [...ofChoice, { type: 'user', key: owner }, { type: 'membership', key: `${owner}/${organization}` }];
}

function checkOptions(
  { gid, available_options: available, is_cumulative }: ProductState,
  { due, mode, skill = null }: ProjectOptionsChoice,
  quantity: number,
): void {
  const details = [
    ...optionDetails(available, { due, mode, skill }, ['due', 'mode', 'skill']),
    ...(is_cumulative ? quantityDetails(available, quantity, 'quantity') : []),
  ];
  if (!is_cumulative && quantity !== 1) details.push(faults.one_piece_only('quantity'));
  if (details.length > 0) throw invalid(...details).restingOn([{ type: 'product', key: gid }]);
}

/** The organization to order for: the named one, or the caller's only one; 400 when the caller may not order for it. */
function orderingOrganization(principal: Principal, named: string | undefined): string {
  const organization = named ?? (principal.memberOf.length === 1 ? principal.memberOf[0] : undefined);
  if (organization === undefined) throw invalid(faults.required('organization', { why: 'not_one_organization' }));
  if (principal.isAdmin || principal.memberOf.includes(organization)) return organization;
  throw notYourOrganization().restingOn([rightsOf(principal)]);
}

/** The quantity, which may stand in `quantity` or in `options.quantity`; undefined when neither is given. 400 when the two differ. */
export function chosenQuantity({ quantity, options }: { quantity?: number; options?: { quantity?: number } | null }): number | undefined {
  const nested = options?.quantity;
  if (quantity !== undefined && nested !== undefined && quantity !== nested) {
    throw invalid(faults.quantities_differ('quantity', { quantity, other_quantity: nested }));
  }
  return quantity ?? nested;
}
