import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import { invalid, newGid } from '@partner-ordering/kernel';
import type { PaymentSourceCreate, PaymentSourceUpdate } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import { containsCardNumber } from './card-number.ts';

export const PaymentSourceSchema = defineEntity({
  name: 'PaymentSource',
  properties: {
    organizationGid: p.uuid().primary(),
    gid: p.uuid(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** Identifier at the payment provider. */
    rid: p.string(),
    /** Since when it is this one. */
    ridSince: p.datetime(),
    reference: p.string().strictNullable(),
    lastDigits: p.string().strictNullable(),
  },
});

/** The payment source of an organization. The details are at the payment provider. */
export class PaymentSource extends PaymentSourceSchema.class {
  /** 400 for the number of a payment card in any of the texts. */
  static create(organizationGid: string, body: PaymentSourceCreate, now: Date): PaymentSource {
    return Object.assign(new PaymentSource(), { organizationGid }).replace(body, now);
  }

  /** Becomes a new payment source with a new gid, as if the old one had been deleted. */
  replace(body: PaymentSourceCreate, now: Date): this {
    refuseCardNumbers(body);
    const { rid, reference = null, last_digits: lastDigits = null } = body;
    return Object.assign(this, { gid: newGid(), ...datedRid(this, rid, now), createdAt: now, modifiedAt: null, reference, lastDigits });
  }

  /** Changes the given fields; null clears. */
  update(body: PaymentSourceUpdate, now: Date): void {
    if (Object.keys(body).length === 0) return;
    refuseCardNumbers(body);
    const { rid = this.rid, reference = this.reference, last_digits: lastDigits = this.lastDigits } = body;
    Object.assign(this, { ...datedRid(this, rid, now), reference, lastDigits, modifiedAt: now });
  }
}

PaymentSourceSchema.setClass(PaymentSource);

/** Naming the same payment source again keeps its date. */
const datedRid = (before: PaymentSource, rid: string, now: Date): { rid: string; ridSince: Date } => ({
  rid,
  ridSince: rid === before.rid ? before.ridSince : now,
});

/** 400 names each text that contains the number of a payment card. */
function refuseCardNumbers(body: PaymentSourceUpdate): void {
  const withCardNumber = Object.entries(body).filter(([, text]) => typeof text === 'string' && containsCardNumber(text));
  if (withCardNumber.length > 0) throw invalid(...withCardNumber.map(([path]) => faults.contains_card_number(path)));
}

/**
 * Whether an organization owns a payment source: the first that names it keeps it, so that nobody pays with another's. A source added while
 * the provider could not be asked belongs to who has named it the longest. Of two at once the second waits for the first.
 */
export async function isOwnSource(tx: Transaction, rid: string, organization: string): Promise<boolean> {
  const owner = await ownerOf(tx, rid);
  if (owner !== undefined) return owner === organization;
  await tx.query(sql`
    insert into payment_source_owner (rid, organization_gid)
    select ${rid}, coalesce((
      select organization_gid from (
        select organization_gid, created_at as since from receipt where payment_rid = ${rid}
        union all select organization_gid, rid_since from payment_source where rid = ${rid}
      ) known order by since limit 1), ${organization})
    on conflict do nothing`);
  return (await ownerOf(tx, rid)) === organization;
}

async function ownerOf(tx: Transaction, rid: string): Promise<string | undefined> {
  const [owner] = await tx.query<{ gid: string }>(sql`select organization_gid as gid from payment_source_owner where rid = ${rid}`);
  return owner?.gid;
}

/** A payment source that an organization owns, if any; it may be gone at the provider. */
export async function anyOwnSource(tx: Transaction, organization: string): Promise<string | null> {
  const [row] = await tx.query<{ rid: string }>(sql`select rid from payment_source_owner where organization_gid = ${organization} limit 1`);
  return row?.rid ?? null;
}
