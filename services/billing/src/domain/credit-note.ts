import { defineEntity, p } from '@mikro-orm/postgresql';
import { chargeDetails, invalid, isVisible, mustBeAdmin, newGid, toMinor, type Principal } from '@partner-ordering/kernel';
import type { VatRule } from '@partner-ordering/commerce';
import type { CreditNoteCreate } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import type { IssuedNumber } from './number-series.ts';
import type { Receipt, ReceiptContent } from './receipt.ts';

/** The content of a credit note besides its columns. */
export interface CreditNoteContent extends ReceiptContent {
  receipt: { number: string; createdAt: string };
}

export const CreditNoteSchema = defineEntity({
  name: 'CreditNote',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    number: p.string(),
    organizationGid: p.uuid(),
    receiptGid: p.uuid(),
    projectGid: p.uuid(),
    reason: p.string(),
    /** Net, in minor units of `currency`, like the other amounts. */
    amountMinor: p.bigint('number'),
    vatRule: p.string().$type<VatRule>(),
    /** Hundredths of a percent. */
    vatRate: p.integer(),
    vatMinor: p.bigint('number'),
    totalMinor: p.bigint('number'),
    currency: p.string(),
    isTest: p.boolean(),
    content: p.json<CreditNoteContent>(),
    /** Stable address of the PDF; null until it is stored. */
    fileUrl: p.string().strictNullable(),
  },
});

/** A net amount to credit, in minor units; by default all that is left. */
export interface Credit {
  amountMinor?: number | undefined;
  reason: string;
}

/** The part of a receipt that need not be paid, or is paid back. A credit note never changes; only its PDF is added. */
export class CreditNote extends CreditNoteSchema.class {
  static of(receipt: Receipt, reason: string, credited: ReturnType<Receipt['credit']>, { number, at }: IssuedNumber): CreditNote {
    const { amountMinor, vatMinor } = credited;
    const { gid: receiptGid, organizationGid, projectGid, vatRule, vatRate, currency, isTest, content } = receipt;
    return Object.assign(new CreditNote(), {
      gid: newGid(),
      createdAt: at,
      modifiedAt: null,
      number,
      reason,
      fileUrl: null,
      receiptGid,
      organizationGid,
      projectGid,
      vatRule,
      vatRate,
      currency,
      isTest,
      amountMinor,
      vatMinor,
      totalMinor: amountMinor + vatMinor,
      content: { ...content, receipt: { number: receipt.number, createdAt: receipt.createdAt.toISOString() } },
    } satisfies Partial<CreditNote>);
  }

  /** Path of its PDF. It depends on the gid only, so rendering the PDF again overwrites it. */
  get path(): string {
    return `credit-note-${this.gid}.pdf`;
  }
}

CreditNoteSchema.setClass(CreditNote);

/** Reads what to credit from a body. Only admins credit (403). 400 without a receipt, for another currency, and for a wrong amount. */
export function creditOf(
  principal: Principal,
  { amount, reason }: CreditNoteCreate,
  receipt: Receipt | null,
): { receipt: Receipt; credit: Credit } {
  mustBeAdmin(principal, 'create', 'credit note');
  if (!receipt) throw invalid(faults.not_found('receipt.gid', { resource: 'receipt' }));
  if (!isVisible(reason)) throw invalid(faults.blank('reason'));
  if (amount === undefined) return { receipt, credit: { reason } };
  const { currency } = receipt;
  if (amount.currency !== currency) throw invalid(faults.currency_mismatch('amount.currency', { currency }));
  const details = chargeDetails(amount, 'amount.', currency);
  if (details.length > 0) throw invalid(...details);
  const amountMinor = toMinor(amount.amount, currency)!;
  if (amountMinor === 0) throw invalid(faults.not_positive('amount.amount'));
  return { receipt, credit: { amountMinor, reason } };
}
