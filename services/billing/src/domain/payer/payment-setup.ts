import { defineEntity, p } from '@mikro-orm/postgresql';
import { principalNow } from '@partner-ordering/auth';
import { mayManage } from '@partner-ordering/commerce';
import { sql, type Transaction } from '@partner-ordering/data';
import type { PaymentSource } from './payment-source.ts';

/** Long enough to find the card. */
const OPEN_MS = 3_600_000;

export const PaymentSetupSchema = defineEntity({
  name: 'PaymentSetup',
  properties: {
    /** Identifier at the payment provider. */
    rid: p.string().primary(),
    organizationGid: p.uuid(),
    /** The user who opened it. */
    userGid: p.uuid(),
    /** The payment source that is set up there. */
    source: p.string(),
    /** The organization's payment source when it was opened. */
    replaces: p.string().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** A page of the provider where a payer may set up a payment source. It is gone once it is read, or can no longer be completed. */
export class PaymentSetup extends PaymentSetupSchema.class {
  static of(input: Pick<PaymentSetup, 'rid' | 'organizationGid' | 'userGid' | 'source' | 'replaces' | 'createdAt'>): PaymentSetup {
    return Object.assign(new PaymentSetup(), input);
  }

  /** When a page that is opened now closes. */
  static closingTime(now: Date): Date {
    return new Date(now.getTime() + OPEN_MS);
  }

  /** Whether it is closed for certain: clocks differ by an hour at most. */
  isOver(now: Date): boolean {
    return now.getTime() > this.createdAt.getTime() + 2 * OPEN_MS;
  }

  /**
   * Whether its result may be taken over: nobody has named another source since, and the user who opened it is an admin, or still manages
   * the organization, which is not closed.
   */
  async isStillValid(tx: Transaction, present: PaymentSource | null): Promise<boolean> {
    const { organizationGid, userGid, source, replaces } = this;
    if (![source, replaces].includes(present?.rid ?? null)) return false;
    const principal = await principalNow(tx, userGid);
    return principal !== undefined && mayManage({ queryable: tx, principal }, organizationGid);
  }
}

PaymentSetupSchema.setClass(PaymentSetup);

/** Pages that were opened until then set up nothing any more. */
export async function deleteSetups(tx: Transaction, organization: string, until: Date): Promise<void> {
  await tx.query(sql`delete from payment_setup where organization_gid = ${organization} and created_at <= ${until}`);
}
