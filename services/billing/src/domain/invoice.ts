import { defineEntity, p } from '@mikro-orm/postgresql';
import type { VatRule } from '@partner-ordering/commerce';
import { DAY_MS, invalid, mustBeAdmin, type Principal } from '@partner-ordering/kernel';
import type { InvoiceStatus, InvoiceUpdate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import type { IssuedNumber } from './number-series.ts';
import type { ReceiptContent } from './receipt.ts';

/** The sums of the receipts of one VAT rule and rate, in minor units; the rate in hundredths of a percent. */
export interface VatLine {
  vatRule: VatRule;
  vatRate: number;
  amountMinor: number;
  vatMinor: number;
}

/** The content of an invoice besides its columns and receipts, as of its issue. */
export interface InvoiceContent extends Pick<ReceiptContent, 'seller' | 'buyer'> {
  vatLines: VatLine[];
}

export const InvoiceSchema = defineEntity({
  name: 'Invoice',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    number: p.string(),
    organizationGid: p.uuid(),
    /** The month of its receipts in UTC: `2026-11`. */
    period: p.string(),
    status: p.string().$type<InvoiceStatus>(),
    dueAt: p.datetime(),
    paidAt: p.datetime().strictNullable(),
    /** Net, in minor units of `currency`, like the other amounts. */
    amountMinor: p.bigint('number'),
    /** Hundredths of a percent; null for receipts of several rates. */
    vatRate: p.integer().strictNullable(),
    vatMinor: p.bigint('number'),
    totalMinor: p.bigint('number'),
    /** The amount still to be paid. */
    owedMinor: p.bigint('number'),
    currency: p.string(),
    content: p.json<InvoiceContent>(),
    /** The number of reminders sent so far. */
    reminders: p.integer(),
    /** Stable address of the PDF; null until it is stored. */
    fileUrl: p.string().strictNullable(),
  },
});

/** The data from which an invoice is issued. */
export interface InvoiceInput {
  gid: string;
  organizationGid: string;
  period: string;
  currency: string;
  content: InvoiceContent;
  issued: IssuedNumber;
  /** Days from its issue until it is due. */
  dueDays: number;
}

/** The receipts of an organization, month and currency that nothing else pays. Its receipts name it. */
export class Invoice extends InvoiceSchema.class {
  static of({ issued: { number, at }, dueDays, content, ...group }: InvoiceInput): Invoice {
    const sum = (minor: 'amountMinor' | 'vatMinor'): number => content.vatLines.reduce((all, line) => all + line[minor], 0);
    const [amountMinor, vatMinor] = [sum('amountMinor'), sum('vatMinor')];
    const rates = new Set(content.vatLines.map(({ vatRate }) => vatRate));
    return Object.assign(new Invoice(), {
      ...group,
      content,
      number,
      createdAt: at,
      modifiedAt: null,
      fileUrl: null,
      reminders: 0,
      status: 'open' as const,
      paidAt: null,
      dueAt: new Date(at.getTime() + dueDays * DAY_MS),
      amountMinor,
      vatMinor,
      totalMinor: amountMinor + vatMinor,
      owedMinor: amountMinor + vatMinor,
      vatRate: rates.size === 1 ? [...rates][0]! : null,
    } satisfies Partial<Invoice>);
  }

  /** Path of its PDF. It depends on the gid only, so rendering the PDF again overwrites it. */
  get path(): string {
    return `invoice-${this.gid}.pdf`;
  }

  /** Marks it as paid or void, if the body says so: only admins (403), and only an open one (400). Whether it did. */
  update(principal: Principal, { status }: InvoiceUpdate, now: Date): boolean {
    mustBeAdmin(principal, 'update', 'invoice');
    if (status === undefined) return false;
    if (this.status !== 'open') throw invalid(faults.already_closed('status', { status: this.status }));
    endInvoice(this, status, now);
    return true;
  }

  /** Takes off what of its receipts was paid or credited by themselves. When nothing is left it is paid; whether it is so now. */
  reduce(minor: number, now: Date): boolean {
    if (this.status !== 'open' || minor === 0) return false;
    Object.assign(this, { owedMinor: this.owedMinor - minor, modifiedAt: now });
    if (this.owedMinor > 0) return false;
    endInvoice(this, 'paid', now);
    return true;
  }
}

InvoiceSchema.setClass(Invoice);

// No private method: MikroORM hands out entities by proxies.
function endInvoice(invoice: Invoice, status: 'paid' | 'void', now: Date): void {
  Object.assign(invoice, { status, owedMinor: 0, paidAt: status === 'paid' ? now : null, modifiedAt: now });
}
