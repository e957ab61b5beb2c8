import { invalid } from '@partner-ordering/kernel';
import type { ProjectCreate } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import { faults } from '../../faults.ts';
import { mustKnowOrganization, mustKnowUser } from '../replicas/replicas.ts';
import { sanitizeDescription } from '../texts/description.ts';
import { askedPrice, configure, orderingOrganization, unpriced, type Order } from './order.ts';
import { chosenQuantity } from './quantity.ts';

/** Reads an order from the body of `POST /projects`; 400 names every field that is missing or not allowed for its kind. */
export async function takeOrder(context: Tools, body: ProjectCreate): Promise<Order> {
  const { principal } = context;
  if (body.product === null) return takeSpecificRequest(context, body);
  const { product, organization, options, price } = body;
  const missing = Object.entries({ organization, options, price }).filter(([, value]) => value === undefined || value === null);
  const details = missing.map(([path]) => faults.required(path, { why: 'product' }));
  if (body.specific_request === true) details.push(faults.fixed_value('specific_request', { value: 'false', why: 'product' }));
  if (details.length > 0 || !organization || !options || !price) throw invalid(...details);

  const orderer = orderingOrganization(principal, organization.gid);
  const what = { product: product.gid, organization: orderer, options, quantity: chosenQuantity(body) ?? 1 };
  const approved = { approvedAmount: price.amount, approvedCurrency: price.currency };
  const configuration = await configure(context, { ...what, ...approved, owner: principal.user });
  return { ...textsOf(body), organization: orderer, product: product.gid, configuration };
}

/** Asks catalog for the price that a member's order will need. */
export async function askPrice(context: Tools & { body: ProjectCreate }): Promise<void> {
  const { product, organization, options } = context.body;
  if (!product || !organization || !options || !context.principal.memberOf.includes(organization.gid)) return;
  const { due, mode, skill = null } = options;
  const question = { product: product.gid, organization: organization.gid, due, mode, skill };
  if (!context.prices.recent(question)) askedPrice(context, question);
}

/** A specific request has only texts. Options and price come with the proposal. */
async function takeSpecificRequest({ tx, principal }: Tools, body: ProjectCreate): Promise<Order> {
  const details = [];
  if (body.specific_request === false) details.push(faults.fixed_value('specific_request', { value: 'true', why: 'no_product' }));
  if (body.state !== 'draft') details.push(faults.fixed_value('state', { value: 'draft', why: 'specific_request' }));
  if (body.options) details.push(faults.not_allowed('options', { why: 'new_specific_request' }));
  if (body.price) details.push(faults.not_allowed('price', { why: 'new_specific_request' }));
  if ((chosenQuantity(body) ?? 1) !== 1) details.push(faults.fixed_value('quantity', { value: '1', why: 'specific_request' }));
  if (details.length > 0) throw invalid(...details);
  const texts = textsOf(body);
  const organization = orderingOrganization(principal, body.organization?.gid);
  await mustKnowUser(tx, principal.user);
  await mustKnowOrganization(tx, organization, faults.ordering_not_allowed);
  return { ...texts, organization, product: null, configuration: unpriced };
}

const textsOf = ({ title, description }: ProjectCreate): Pick<Order, 'title' | 'description'> => ({
  title,
  description: sanitizeDescription(description),
});
