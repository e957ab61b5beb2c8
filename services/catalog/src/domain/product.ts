import { defineEntity, p } from '@mikro-orm/postgresql';
import { mustBeAdmin, newGid, type Detail, type Principal } from '@partner-ordering/kernel';
import type {
  AdditionalMeta,
  AdditionalMetaWrite,
  AvailableOptions,
  ModeMetaWrite,
  ProductCreate,
  ProductUpdate,
} from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { availableOptions, availableOptionsDetails, quantityOption } from './available-options.ts';
import { organizationStates, unknownOrganizationDetails } from './organizations.ts';
import { refuseIfAny } from './refusal.ts';

export const ProductSchema = defineEntity({
  name: 'Product',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    title: p.string(),
    categoryGid: p.uuid(),
    // Complete, in the order in which answers have them: json keeps it.
    availableOptions: p.json<AvailableOptions>().columnType('json'),
    additionalMeta: p.json<AdditionalMeta>().columnType('json'),
    isEnabled: p.boolean(),
    isCumulative: p.boolean(),
    interface: p.string(),
    /** Heavier products sort later. */
    weight: p.integer(),
    /** More words for the search. */
    synonyms: p.array<string>(),
  },
});

/** Whether the references of a request exist. The operation looks them up, since an entity does not query the database. */
export interface ProductReferences {
  isCategoryKnown: boolean;
  unknownOrganizations: readonly string[];
}

/** Something that can be ordered, and its options. `ProductOrganization` says which organizations may order it. */
export class Product extends ProductSchema.class {
  /** Only admins create products (403). 400 for unknown references and for contradictory options. */
  static create(principal: Principal, body: ProductCreate, references: ProductReferences, now: Date): Product {
    mustBeAdmin(principal, 'create', 'product');
    const { is_cumulative: isCumulative = false } = body;
    requireValid(body, isCumulative, references);
    return Object.assign(new Product(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      title: body.title,
      categoryGid: body.category.gid,
      availableOptions: availableOptions(body.available_options, isCumulative),
      additionalMeta: additionalMeta(body.additional_meta),
      isEnabled: body.is_enabled ?? true,
      isCumulative,
      interface: body.interface ?? 'default',
      weight: body.weight ?? 0,
      synonyms: body.synonyms ?? [],
    });
  }

  /** Replaces the given fields. A change of `is_cumulative` resets the option `quantity`. */
  update(principal: Principal, body: ProductUpdate, references: ProductReferences, now: Date): void {
    this.requireChangeable(principal);
    if (Object.keys(body).length === 0) return;
    const isCumulative = body.is_cumulative ?? this.isCumulative;
    requireValid(body, isCumulative, references);
    this.title = body.title ?? this.title;
    this.categoryGid = body.category?.gid ?? this.categoryGid;
    if (body.available_options) this.availableOptions = availableOptions(body.available_options, isCumulative);
    else if (isCumulative !== this.isCumulative) {
      this.availableOptions = { ...this.availableOptions, quantity: quantityOption(isCumulative) };
    }
    if (body.additional_meta !== undefined) this.additionalMeta = additionalMeta(body.additional_meta);
    this.isEnabled = body.is_enabled ?? this.isEnabled;
    this.isCumulative = isCumulative;
    this.interface = body.interface ?? this.interface;
    this.weight = body.weight ?? this.weight;
    this.synonyms = body.synonyms ?? this.synonyms;
    this.modifiedAt = now;
  }

  /** Only admins change products and who may order them (403). */
  requireChangeable(principal: Principal): void {
    mustBeAdmin(principal, 'update', 'product');
  }

  requireDeletable(principal: Principal): void {
    mustBeAdmin(principal, 'delete', 'product');
  }
}

ProductSchema.setClass(Product);

function requireValid(
  { available_options: options }: ProductUpdate,
  isCumulative: boolean,
  { isCategoryKnown, unknownOrganizations }: ProductReferences,
): void {
  const details: Detail[] = [
    ...(isCategoryKnown ? [] : [faults.not_found('category')]),
    ...(options ? availableOptionsDetails(options, isCumulative) : []),
    ...unknownOrganizationDetails('organizations', unknownOrganizations),
  ];
  refuseIfAny(details, organizationStates(unknownOrganizations));
}

function additionalMeta(meta: AdditionalMetaWrite | null = null): AdditionalMeta {
  const modeTexts = (mode: ModeMetaWrite | null = null) =>
    mode && { description: mode.description ?? null, brief_template: mode.brief_template ?? null };
  return { solo_mode_meta: modeTexts(meta?.solo_mode_meta), multi_mode_meta: modeTexts(meta?.multi_mode_meta) };
}
