import {
  amount,
  isIn,
  date,
  expression,
  hrefOf,
  jsonObject,
  lastModified,
  pick,
  reference,
  resource,
  sql,
  table,
} from '@partner-ordering/data';
import { organizationReference } from '@partner-ordering/commerce';
import type { Price, PriceOptions, ProductReference } from '../../generated/models.ts';
import { Price as PriceEntity } from '../domain/price.ts';
import { Product } from '../domain/product.ts';
import { orderableProducts } from './products.ts';

const r = table(PriceEntity, 'r');
const rp = table(Product, 'rp');

/** Prices of the caller's organizations, and the default prices of products that the caller may order. */
export const prices = resource<Price>()({
  noun: 'price',
  path: '/v1/prices',
  table: r,
  fields: {
    updated_at: date(lastModified(r)),
    href: hrefOf('/v1/prices', r.gid),
    organization: organizationReference(r.organizationGid),
    product: reference<ProductReference>('/v1/products', rp, { gid: rp.gid, title: rp.title })(r.productGid),
    options: expression<PriceOptions>(jsonObject({ mode: r.mode.sql, due: r.due.sql, skill: r.skill.sql })),
    amount: amount(r.amountMinor, r.currency),
    ...pick(r, 'currency'),
    valid_from: date(r.validFrom),
    valid_until: date(r.validUntil),
  },
  organization: r.organizationGid,
  visible: (principal) => [
    isIn(r.organizationGid, principal.memberOf),
    sql`${r.organizationGid.sql} is null and exists (select from product p where p.gid = ${r.productGid.sql} and ${orderableProducts(principal)})`,
  ],
  isCounted: true,
});
