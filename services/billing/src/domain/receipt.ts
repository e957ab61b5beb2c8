import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import { invalid, mustBeAdmin, newGid, toMajor, type Detail, type Principal } from '@partner-ordering/kernel';
import { failureColumns, type FaultParams } from '@partner-ordering/kernel/faults';
import { buyerOf, vatOfSale, vatOn, type VatRule } from '@partner-ordering/commerce';
import type { BillingAddress, OrganizationState, ProjectState } from '../../generated/events.ts';
import type { ReceiptStatus, ReceiptUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import type { IssuedNumber } from './number-series.ts';
import type { Seller } from './seller.ts';

/** The content of a receipt besides its columns, as of the end of the project. */
export interface ReceiptContent {
  seller: Seller;
  buyer: { name: string; vatNumber: string | null; address: BillingAddress };
  project: { title: string; shortCode: string };
}

export const ReceiptSchema = defineEntity({
  name: 'Receipt',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    number: p.string(),
    projectGid: p.uuid(),
    status: p.string().$type<ReceiptStatus>(),
    /** Why the last charge failed. */
    failure: p.string().strictNullable(),
    /** The same for programs. */
    failureCode: p.string().strictNullable(),
    failureParams: p.json<FaultParams>().strictNullable(),
    paidAt: p.datetime().strictNullable(),
    organizationGid: p.uuid(),
    userGid: p.uuid(),
    /** Net, in minor units of `currency`, like the other amounts. */
    amountMinor: p.bigint('number'),
    vatRule: p.string().$type<VatRule>(),
    /** Hundredths of a percent. */
    vatRate: p.integer(),
    vatMinor: p.bigint('number'),
    totalMinor: p.bigint('number'),
    /** The credited part of amount and VAT. */
    creditedAmountMinor: p.bigint('number'),
    creditedVatMinor: p.bigint('number'),
    /** The paid amount, with VAT; null while nothing is paid. */
    paidMinor: p.bigint('number').strictNullable(),
    currency: p.string(),
    isTest: p.boolean(),
    /** The invoice that collects it, and what was left of it then. */
    invoiceGid: p.uuid().strictNullable(),
    invoicedAmountMinor: p.bigint('number').strictNullable(),
    invoicedVatMinor: p.bigint('number').strictNullable(),
    /** The payment source at the provider that is charged. Without one the receipt is not an invoice. */
    paymentRid: p.string().strictNullable(),
    content: p.json<ReceiptContent>(),
    /** Stable address of the PDF; null until it is stored. */
    fileUrl: p.string().strictNullable(),
  },
});

/** The data from which a receipt is created. */
export interface ReceiptInput {
  project: ProjectState;
  organization: OrganizationState;
  seller: Seller;
  paymentRid: string | null;
  issued: IssuedNumber;
}

/** The receipt of a finished project. Each project has exactly one. */
export class Receipt extends ReceiptSchema.class {
  /** Creates a receipt and fixes its VAT. Receipts of test organizations and receipts over zero are paid from the start. */
  static of({ project, organization, seller, paymentRid, issued: { number, at } }: ReceiptInput): Receipt {
    if (!project.price) throw new Error(`project ${project.gid} was finished without a price`);
    const { amount_minor: amountMinor, currency } = project.price;
    const { vat: vatNumber, billing_address: address, test: isTest } = organization;
    const vat = vatOfSale(seller, buyerOf(organization), { netMinor: amountMinor, currency });
    const isPaid = isTest || amountMinor === 0;
    return Object.assign(new Receipt(), {
      gid: newGid(),
      createdAt: at,
      modifiedAt: null,
      number,
      projectGid: project.gid,
      status: isPaid ? ('paid' as const) : ('open' as const),
      ...failureColumns(),
      paidAt: isPaid ? at : null,
      organizationGid: organization.gid,
      userGid: project.owner,
      amountMinor,
      ...vat,
      totalMinor: amountMinor + vat.vatMinor,
      currency,
      creditedAmountMinor: 0,
      creditedVatMinor: 0,
      paidMinor: isPaid ? amountMinor + vat.vatMinor : null,
      invoiceGid: null,
      invoicedAmountMinor: null,
      invoicedVatMinor: null,
      isTest,
      paymentRid: isTest ? null : paymentRid,
      fileUrl: null,
      content: {
        seller,
        buyer: { name: organization.name, vatNumber, address },
        project: { title: project.title, shortCode: project.short_code },
      },
    } satisfies Partial<Receipt>);
  }

  /** Path of its PDF. It depends on the gid only, so rendering the PDF again overwrites it. */
  get path(): string {
    return `receipt-${this.gid}.pdf`;
  }

  /** A receipt with a payment source is an invoice. Without one, the invoice is written separately. */
  get isInvoice(): boolean {
    return this.paymentRid !== null;
  }

  /** The credited part of the total. */
  get creditedMinor(): number {
    return this.creditedAmountMinor + this.creditedVatMinor;
  }

  /** Whether something can still be credited. */
  get isCreditable(): boolean {
    return this.creditedAmountMinor < this.amountMinor;
  }

  /** The amount still to be paid. */
  get owedMinor(): number {
    return this.status === 'paid' ? 0 : this.totalMinor - this.creditedMinor;
  }

  /** Whether it waits to be charged to its payment source. */
  get isToCharge(): boolean {
    return this.status !== 'paid' && this.isInvoice && this.invoiceGid === null;
  }

  /** Marks it as paid, if the body says so: only admins (403), and only once (400). Whether it did. */
  update(principal: Principal, { status }: ReceiptUpdate, now: Date): boolean {
    mustBeAdmin(principal, 'update', 'receipt');
    if (status === undefined) return false;
    if (this.status === 'paid') throw invalid(faults.already_closed('status', { status: 'paid' }));
    this.recordCharge({ status: 'paid' }, now);
    return true;
  }

  /** Records the outcome of a charge; `receivedMinor` of one through the provider, which may be more than is owed by now. */
  recordCharge(outcome: { status: ReceiptStatus; failure?: Detail | null; receivedMinor?: number }, now: Date): void {
    const { status, failure, receivedMinor = this.owedMinor } = outcome;
    const isPaid = status === 'paid';
    const paid = { paidAt: isPaid ? now : null, paidMinor: isPaid ? receivedMinor : null };
    Object.assign(this, { status, ...failureColumns(failure), ...paid, modifiedAt: now });
  }

  /**
   * Credits a net amount, by default all that is left; 400 for more. VAT is that of all credits together, less the VAT credited before. A
   * receipt that owes nothing any more is paid.
   */
  credit(amountMinor: number | undefined, now: Date): { amountMinor: number; vatMinor: number } {
    const leftMinor = this.amountMinor - this.creditedAmountMinor;
    if (leftMinor === 0) throw invalid(faults.nothing_to_credit('receipt.gid'));
    const credited = amountMinor ?? leftMinor;
    const remaining = { amount: toMajor(leftMinor, this.currency), currency: this.currency };
    if (credited > leftMinor) throw invalid(faults.exceeds_remaining_amount('amount.amount', remaining));
    const vatOfCredits = credited === leftMinor ? this.vatMinor : vatOn(this.creditedAmountMinor + credited, this.vatRate, this.currency);
    const vatMinor = vatOfCredits - this.creditedVatMinor;
    this.creditedAmountMinor += credited;
    this.creditedVatMinor += vatMinor;
    this.modifiedAt = now;
    if (this.status !== 'paid' && this.owedMinor === 0) this.recordCharge({ status: 'paid' }, now);
    return { amountMinor: credited, vatMinor };
  }
}

ReceiptSchema.setClass(Receipt);

/** The currency of an organization's newest receipt. */
export async function latestCurrency(tx: Transaction, organization: string): Promise<string> {
  const [newest] = await tx.query<{ currency: string }>(sql`
    select currency from receipt where organization_gid = ${organization} order by created_at desc, gid desc limit 1`);
  return newest?.currency ?? 'EUR';
}
