import { defineEntity, p } from '@mikro-orm/postgresql';
import { imageIn } from '@partner-ordering/writes';
import { invalid, mustBeAdmin, newGid, type Principal } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import type { BillingAddress, BillingContact, Image, OrganizationCreate, OrganizationUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { minorOf } from './amount.ts';
import { changedAddress, changedContact, noAddress, noContact } from './billing-address.ts';

export const OrganizationSchema = defineEntity({
  name: 'Organization',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    name: p.string(),
    /** In lower case. */
    hostname: p.string().strictNullable(),
    vat: p.string().strictNullable(),
    billingAddress: p.json<BillingAddress>(),
    billingContact: p.json<BillingContact>(),
    test: p.boolean(),
    parentGid: p.uuid().strictNullable(),
    creditLimitMinor: p.bigint('number').strictNullable(),
    creditLimitCurrency: p.string().strictNullable(),
    priceSheetUrl: p.string().strictNullable(),
    /** Address of a project for its people, with `{gid}`. */
    projectPageUrl: p.string().strictNullable(),
    logoPath: p.string().strictNullable(),
    /** Address of the logo that everybody may read. Its variations are found by appending their names. */
    logoUrl: p.string().strictNullable(),
    /** False once it is deleted: it can order nothing more. */
    isEnabled: p.boolean(),
  },
});

/** The data that the rules of an organization need besides its row. */
export interface OrganizationContext {
  /** Gids of the named parent and its ancestors; empty for none. */
  lineage: readonly string[];
  now: Date;
}

/** A partner company, separate from all others. */
export class Organization extends OrganizationSchema.class {
  static create(principal: Principal, body: OrganizationCreate, { lineage, now }: OrganizationContext): Organization {
    mustBeAdmin(principal, 'create', 'organization');
    const organization = Object.assign(new Organization(), {
      gid: newGid(),
      createdAt: now,
      modifiedAt: null,
      hostname: null,
      vat: null,
      billingAddress: noAddress,
      billingContact: noContact,
      test: false,
      parentGid: null,
      creditLimitMinor: null,
      creditLimitCurrency: null,
      priceSheetUrl: null,
      projectPageUrl: null,
      logoPath: null,
      logoUrl: null,
      isEnabled: true,
    });
    change(organization, body, lineage);
    return organization;
  }

  /** Changes the given fields. Only admins do (403); 400 when it would become its own ancestor. */
  update(principal: Principal, body: OrganizationUpdate, { lineage, now }: OrganizationContext): void {
    mustBeAdmin(principal, 'update', 'organization');
    if (Object.keys(body).length === 0) return;
    change(this, body, lineage);
    if (body.is_enabled !== undefined) this.isEnabled = body.is_enabled;
    this.modifiedAt = now;
  }

  /** The logo as everybody sees it; null when there is none. */
  get logo(): Image | null {
    const { logoUrl: url } = this;
    return url === null ? null : { url, variations: { icon: { url: `${url}-icon` }, thumb: { url: `${url}-thumb` } } };
  }

  /** Sets or removes the logo; 400 for a file that is not shown as an image. */
  setLogo(file: FileDescription | null): void {
    const { path: logoPath, url: logoUrl } = imageIn(file, 'logo.url', { isPublic: true });
    Object.assign(this, { logoPath, logoUrl });
  }

  /** It orders nothing more, until it is enabled again. Only admins close organizations (403). */
  close(principal: Principal, now: Date): void {
    mustBeAdmin(principal, 'delete', 'organization');
    if (!this.isEnabled) return;
    Object.assign(this, { isEnabled: false, modifiedAt: now });
  }
}
OrganizationSchema.setClass(Organization);

function change(organization: Organization, body: OrganizationUpdate, lineage: readonly string[]): void {
  const { name, hostname, vat, test, parent, credit_limit: limit, billing_address: address, billing_contact: contact } = body;
  if (name !== undefined) organization.name = name;
  if (hostname !== undefined) organization.hostname = hostname?.toLowerCase() ?? null;
  if (vat !== undefined) organization.vat = vat;
  if (body.price_sheet_url !== undefined) organization.priceSheetUrl = body.price_sheet_url;
  if (body.project_page_url !== undefined) organization.projectPageUrl = body.project_page_url;
  if (test !== undefined) organization.test = test;
  if (address !== undefined) organization.billingAddress = changedAddress(organization.billingAddress, address);
  if (contact !== undefined) organization.billingContact = changedContact(organization.billingContact, contact);
  if (parent !== undefined) organization.parentGid = parent === null ? null : parentOf(organization, lineage);
  if (limit !== undefined) {
    const { minor, currency } = minorOf(limit, 'credit_limit', organization.creditLimitCurrency);
    Object.assign(organization, { creditLimitMinor: minor, creditLimitCurrency: currency });
  }
}

function parentOf({ gid }: Organization, [parent, ...ancestors]: readonly string[]): string {
  if (parent === undefined) throw invalid(faults.not_found('parent'));
  if (parent === gid || ancestors.includes(gid)) throw invalid(faults.own_ancestor('parent'));
  return parent;
}
