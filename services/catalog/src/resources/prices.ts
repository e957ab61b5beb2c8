import { amount, anyOf, date, expression, pick, raw, reference, resource, sql, table } from '@partner-ordering/data';
import { organizationReference } from '@partner-ordering/commerce';
import type { Price, PriceOptions, ProductReference } from '../../generated/models.ts';
import { Price as PriceEntity } from '../domain/price.ts';
import { Product } from '../domain/product.ts';

const r = table(PriceEntity, 'r');
const rp = table(Product, 'rp');

/** Prices of the caller's organizations, and the default prices. */
export const prices = resource<Price>()({
  noun: 'price',
  path: '/v1/prices',
  table: r,
  fields: {
    ...pick(r, 'currency'),
    updated_at: date(r.modifiedAt),
    organization: organizationReference(r.organizationGid),
    product: reference<ProductReference>('/v1/products', rp, { gid: rp.gid, title: rp.title })(r.productGid),
    options: expression<PriceOptions>(raw(`json_build_object('mode', r.mode, 'due', r.due, 'skill', r.skill)`)),
    amount: amount(r.amountMinor, r.currency),
  },
  visible: ({ memberOf }) => [anyOf(r.organizationGid, memberOf), sql`${r.organizationGid.sql} is null`],
});
