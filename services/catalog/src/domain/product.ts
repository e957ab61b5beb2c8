import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AdditionalMeta, AvailableOptions } from '../../generated/models.ts';

export const ProductSchema = defineEntity({
  name: 'Product',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().nullable(),
    title: p.string(),
    categoryGid: p.uuid(),
    availableOptions: p.json<AvailableOptions>(),
    additionalMeta: p.json<AdditionalMeta>(),
    isEnabled: p.boolean(),
    isCumulative: p.boolean(),
    interface: p.string(),
    weight: p.integer(),
    synonyms: p.array<string>(),
  },
});

/** What can be ordered. */
export class Product extends ProductSchema.class {}

ProductSchema.setClass(Product);
