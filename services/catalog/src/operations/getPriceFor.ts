import { optionDetails, quantityDetails, followedOrganizations } from '@partner-ordering/commerce';
import { type Database, isVisible } from '@partner-ordering/data';
import { notFound, type StateKey, toMajor, type Principal } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { GetPriceForRequest, Operations } from '../../generated/operations.ts';
import { organizationStates } from '../domain/organizations.ts';
import { refuseIfAny } from '../domain/refusal.ts';
import { unitPrice } from '../domain/unit-price.ts';
import { faults } from '../faults.ts';
import { visibleProduct, type VisibleProduct } from '../resources/products.ts';

export const getPriceFor: Operations['getPriceFor'] = async ({ query, principal, database, now }) => {
  const { 'options.mode': mode, 'options.due': due, 'options.skill': skill = null, 'options.quantity': quantity = 1 } = query;
  const product = await requireVisible(database, principal, query);
  const { availableOptions } = product;
  refuseIfAny([
    ...optionDetails(availableOptions, { mode, due, skill }),
    ...quantityDetails(availableOptions, quantity, 'options.quantity'),
  ]);

  const { gid, title } = product;
  const price = await unitPrice(database, { product: gid, organization: query['organization.gid'], mode, due, skill }, now);
  if (!price) throw notFound('price');
  return ok({
    product: { gid, href: `/v1/products/${gid}`, title },
    options: { mode, due, skill, quantity },
    amount: toMajor(price.amountMinor * quantity, price.currency),
    currency: price.currency,
  });
};

/** 400 that names the parameter: the product and the organization stand in the query, not in the path, so it is not 404. */
async function requireVisible(database: Database, principal: Principal, query: GetPriceForRequest['query']): Promise<VisibleProduct> {
  const organization = query['organization.gid'];
  const product = await visibleProduct(database, principal, query['product.gid']);
  const isOrganizationVisible = await isVisible(database, followedOrganizations, { gid: organization, principal });
  const details = [
    ...(product ? [] : [faults.not_found('product.gid')]),
    ...(isOrganizationVisible ? [] : [faults.not_found('organization.gid')]),
  ];
  refuseIfAny(details, restsOn(principal, isOrganizationVisible ? [] : [organization]));
  return product!;
}

/** The states that the refusal depends on. What an admin sees depends on no membership. */
const restsOn = ({ isAdmin, user }: Principal, unseen: readonly string[]): StateKey[] => [
  ...organizationStates(unseen),
  ...(isAdmin ? [] : [{ type: 'principal', key: user }]),
];
