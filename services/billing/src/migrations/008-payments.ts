import { Migration } from '@mikro-orm/migrations';

/** What the payment provider tells of receipts, its events, and what goes back to payers. */
export class Payments extends Migration {
  override up(): void {
    this.addSql(`create table payment (
      receipt_gid uuid primary key, created_at timestamptz not null, modified_at timestamptz,
      rid text, status text not null, attempts int not null, next_attempt_at timestamptz, action_url text,
      received_minor bigint not null, refunded_minor bigint not null, dispute_status text, dispute_reason text, dispute_minor bigint, readings int not null)`);
    this.addSql('create unique index payment_rid on payment (rid)');
    this.addSql('create index payment_due on payment (next_attempt_at) where next_attempt_at is not null');

    this.addSql(`create table payment_event (
      provider text not null, id text not null, type text not null, received_at timestamptz not null, primary key (provider, id))`);
    this.addSql('create index payment_event_received_at on payment_event (received_at)');

    this.addSql(`create table refund (
      gid uuid primary key, receipt_gid uuid not null, created_at timestamptz not null, modified_at timestamptz,
      amount_minor bigint not null, status text not null, failure text)`);
    this.addSql('create index refund_receipt on refund (receipt_gid)');
  }

  override down(): void {
    this.addSql(`delete from job where name in ('read_payment', 'cancel_payment', 'refund_payment')`);
    for (const table of ['refund', 'payment_event', 'payment']) this.addSql(`drop table ${table}`);
  }
}
