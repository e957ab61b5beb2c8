import { anyOf, date, expression, generic, pick, raw, reference, resource, sql, stateReference, table } from '@partner-ordering/data';
import type { OrganizationReference, Price, PriceOptions, ProductReference } from '../../generated/models.ts';
import { PriceSchema } from '../domain/price.ts';
import { ProductSchema } from '../domain/product.ts';

const r = table(PriceSchema, 'r');
const rp = table(ProductSchema, 'rp');

/** Prices of the caller's organizations, and the default prices. */
export const prices = resource<Price>()({
  noun: 'price',
  table: r,
  fields: {
    ...generic(r, '/v1/prices'),
    ...pick(r, 'currency'),
    updated_at: date(r.modifiedAt),
    organization: stateReference<OrganizationReference | null>('organization', r.organizationGid, '/v1/organizations', [
      'name',
      'hostname',
    ]),
    product: reference<ProductReference>(r.productGid, rp, { gid: rp.gid, title: rp.title }, '/v1/products'),
    options: expression<PriceOptions>(raw(`json_build_object('mode', r.mode, 'due', r.due, 'skill', r.skill)`)),
    amount: expression<number>(raw('money_major(r.amount_minor, r.currency)')),
  },
  visible: ({ memberOf }) => [anyOf(r.organizationGid, memberOf), sql`${r.organizationGid.sql} is null`],
});
