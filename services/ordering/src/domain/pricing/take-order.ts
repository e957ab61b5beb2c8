import { invalid } from '@partner-ordering/kernel';
import type { ProjectCreate } from '../../../generated/models.ts';
import type { Tools } from '../../context.ts';
import { mustKnowOrganization, mustKnowUser } from '../replicas/replicas.ts';
import { sanitizeDescription } from '../texts/description.ts';
import { askedPrice, configure, NOT_ORDERABLE_FOR, orderingOrganization, unpriced, type Order } from './order.ts';
import { chosenQuantity } from './quantity.ts';

/** Reads an order from the body of `POST /projects`; 400 names every field that is missing or not allowed for its kind. */
export async function takeOrder(context: Tools, body: ProjectCreate): Promise<Order> {
  const { principal } = context;
  if (body.product === null) return takeSpecificRequest(context, body);
  const { product, organization, options, price } = body;
  const missing = Object.entries({ organization, options, price }).filter(([, value]) => value === undefined || value === null);
  const details = missing.map(([path]) => ({ path, message: 'is required with a product' }));
  if (body.specific_request === true) details.push({ path: 'specific_request', message: 'must be false with a product' });
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
  if (body.specific_request === false) details.push({ path: 'specific_request', message: 'must be true without a product' });
  if (body.state !== 'draft') details.push({ path: 'state', message: 'must be draft for a specific request' });
  if (body.options) details.push({ path: 'options', message: 'is set by the proposal' });
  if (body.price) details.push({ path: 'price', message: 'is set by the proposal' });
  if ((chosenQuantity(body) ?? 1) !== 1) details.push({ path: 'quantity', message: 'must be 1 for a specific request' });
  if (details.length > 0) throw invalid(...details);
  const texts = textsOf(body);
  const organization = orderingOrganization(principal, body.organization?.gid);
  await mustKnowUser(tx, principal.user);
  await mustKnowOrganization(tx, organization, NOT_ORDERABLE_FOR);
  return { ...texts, organization, product: null, configuration: unpriced };
}

const textsOf = ({ title, description }: ProjectCreate): Pick<Order, 'title' | 'description'> => ({
  title,
  description: sanitizeDescription(description),
});
