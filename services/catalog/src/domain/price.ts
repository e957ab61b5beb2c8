import { defineEntity, p } from '@mikro-orm/postgresql';

export const PriceSchema = defineEntity({
  name: 'Price',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().nullable(),
    productGid: p.uuid(),
    organizationGid: p.uuid().nullable(),
    mode: p.string(),
    due: p.integer(),
    skill: p.string().nullable(),
    amountMinor: p.bigint('number'),
    currency: p.string(),
    key: p.string(),
  },
});

/** What an organization pays for a product in a configuration; without organization it is the default price. */
export class Price extends PriceSchema.class {}

PriceSchema.setClass(Price);
