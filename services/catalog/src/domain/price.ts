import { defineEntity, p } from '@mikro-orm/postgresql';
import { forbidden, moneyDetails, newGid, toMajor, toMinor, type Principal } from '@partner-ordering/kernel';
import { chosenOptionsDetails, priceKey } from '@partner-ordering/commerce';
import type { Mode, PriceCreate, PriceUpdate, Skill } from '../../generated/models.ts';
import { organizationStates, unknownOrganizationDetails } from './organizations.ts';
import type { Product } from './product.ts';
import { refuseIfAny } from './refusal.ts';

export const PriceSchema = defineEntity({
  name: 'Price',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    productGid: p.uuid(),
    organizationGid: p.uuid().strictNullable(),
    mode: p.string().$type<Mode>(),
    /** Days. */
    due: p.integer(),
    skill: p.string().$type<Skill>().strictNullable(),
    /** Of one, in the currency's minor unit. */
    amountMinor: p.bigint('number'),
    currency: p.string(),
    /** What it is the price of, see `priceKey`; there is one price per key. */
    key: p.string(),
  },
});

/** What a request names, as far as it is there; looked up before, as an entity asks no database. */
export interface PriceReferences {
  product: Product | null;
  unknownOrganizations: readonly string[];
}

/** What an organization pays for a product in a configuration; without organization it is the default price. */
export class Price extends PriceSchema.class {
  /** Only admins create prices (403). 400 for unknown references, options that the product does not have, and an amount that the currency cannot hold. */
  static create(principal: Principal, body: PriceCreate, { product, unknownOrganizations }: PriceReferences, now: Date): Price {
    if (!principal.isAdmin) throw forbidden('create', 'price');
    const { mode, due, skill = null } = body.options;
    const configuration = { mode, due, skill };
    const all = [
      ...(product
        ? chosenOptionsDetails(product.availableOptions, configuration)
        : [{ path: 'product', message: 'there is no such product' }]),
      ...unknownOrganizationDetails('organization', unknownOrganizations),
      ...moneyDetails(body),
    ];
    refuseIfAny(all, organizationStates(unknownOrganizations));
    const organizationGid = body.organization?.gid ?? null;
    return Object.assign(new Price(), {
      ...configuration,
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      productGid: body.product.gid,
      organizationGid,
      amountMinor: toMinor(body.amount, body.currency)!,
      currency: body.currency,
      key: priceKey({ ...configuration, product: body.product.gid, organization: organizationGid }),
    });
  }

  /** Only admins (403). What it is the price of stays; a new currency alone keeps the amount in major units. */
  update(
    principal: Principal,
    { amount = toMajor(this.amountMinor, this.currency), currency = this.currency }: PriceUpdate,
    now: Date,
  ): void {
    if (!principal.isAdmin) throw forbidden('update', 'price');
    refuseIfAny(moneyDetails({ amount, currency }));
    Object.assign(this, { amountMinor: toMinor(amount, currency)!, currency, modifiedAt: now });
  }
}

PriceSchema.setClass(Price);
