import { defineEntity, p } from '@mikro-orm/postgresql';
import { chargeDetails, mustBeAdmin, newGid, toMajor, toMinor, type Principal } from '@partner-ordering/kernel';
import { optionDetails, priceKey } from '@partner-ordering/commerce';
import type { Mode, PriceCreate, PriceUpdate, Skill } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { organizationStates, unknownOrganizationDetails } from './organizations.ts';
import type { Product } from './product.ts';
import { refuseIfAny } from './refusal.ts';
import { changedValidity, overlapDetails, type Validity } from './validity.ts';

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
    /** Price of one unit, in the currency's minor unit. */
    amountMinor: p.bigint('number'),
    currency: p.string(),
    /** The product, organization and options in one text, see `priceKey`. At any moment at most one price with this key is valid. */
    key: p.string(),
    /** The first second of the validity, and the second after the last one; null is no limit. */
    validFrom: p.datetime().strictNullable(),
    validUntil: p.datetime().strictNullable(),
  },
});

/** The existing references of a request. The operation looks them up, since an entity does not query the database. */
export interface PriceReferences {
  product: Product | null;
  unknownOrganizations: readonly string[];
  /** The prices with the same key. */
  others: readonly Validity[];
  /** The number of the organization's prices for the product, or of its default prices. */
  count: number;
}

/** Maximum prices of an organization for one product, over all options and times; also the maximum of default prices. */
export const MAX_PRICES_OF_PRODUCT = 1_000;

/** The price of a configuration of a product for an organization. The default price has no organization. */
export class Price extends PriceSchema.class {
  /** Creates a price; only admins (403). 400 for unknown references, options not offered, or a validity that overlaps another price. */
  static create(principal: Principal, body: PriceCreate, references: PriceReferences, now: Date): Price {
    mustBeAdmin(principal, 'create', 'price');
    const { product, unknownOrganizations, others, count } = references;
    const { mode, due, skill = null } = body.options;
    const configuration = { mode, due, skill };
    const details = [
      ...(product ? optionDetails(product.availableOptions, configuration) : [faults.not_found('product')]),
      ...unknownOrganizationDetails('organization', unknownOrganizations),
      ...chargeDetails(body),
    ];
    if (count >= MAX_PRICES_OF_PRODUCT) details.push(faults.too_many_prices('product', { count, max: MAX_PRICES_OF_PRODUCT }));
    const validity = changedValidity({ validFrom: null, validUntil: null }, body, details);
    refuseIfAny(details, organizationStates(unknownOrganizations));
    refuseIfAny(overlapDetails(validity, others));
    const organizationGid = body.organization?.gid ?? null;
    return Object.assign(new Price(), {
      ...configuration,
      ...validity,
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

  /** Changes amount, currency and validity; only admins (403). A new currency alone keeps the amount in major units. */
  update(principal: Principal, body: PriceUpdate, { others, now }: { others: readonly Validity[]; now: Date }): void {
    mustBeAdmin(principal, 'update', 'price');
    if (Object.keys(body).length === 0) return;
    const { amount = toMajor(this.amountMinor, this.currency), currency = this.currency } = body;
    const details = chargeDetails({ amount, currency }, '', this.currency);
    const validity = changedValidity(this, body, details);
    refuseIfAny(details);
    refuseIfAny(overlapDetails(validity, others));
    Object.assign(this, { ...validity, amountMinor: toMinor(amount, currency)!, currency, modifiedAt: now });
  }

  requireDeletable(principal: Principal): void {
    mustBeAdmin(principal, 'delete', 'price');
  }
}

PriceSchema.setClass(Price);
