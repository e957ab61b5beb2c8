import { defineEntity, p } from '@mikro-orm/postgresql';

export const ProductOrganizationSchema = defineEntity({
  name: 'ProductOrganization',
  properties: {
    productGid: p.uuid().primary(),
    organizationGid: p.uuid().primary(),
    createdAt: p.datetime(),
  },
});

/** Says that an organization may order a product. */
export class ProductOrganization extends ProductOrganizationSchema.class {}

ProductOrganizationSchema.setClass(ProductOrganization);
