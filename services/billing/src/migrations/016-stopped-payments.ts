import { Migration } from '@mikro-orm/migrations';

/** Receipts that are paid or on an invoice are not charged any more: the release before has left their payments a next attempt. */
export class StoppedPayments extends Migration {
  override up(): void {
    this.addSql(`update payment set next_attempt_at = null from receipt r
      where r.gid = payment.receipt_gid and next_attempt_at is not null and payment.status <> 'pending' and (r.status = 'paid' or r.invoice_gid is not null)`);
  }

  override down(): void {
    // The release before passes them over.
  }
}
