import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { recordReport, type ProviderCall } from '../domain/record-payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { mailChargeFailure } from '../mails/charge-failed.ts';
import type { PaymentAtProvider } from '../payments/provider.ts';

/** A payment at the provider. The outcome of a charge has no refunds. */
export type ProviderAnswer = Pick<PaymentAtProvider, 'report'> & Partial<PaymentAtProvider>;

/** Records an answer under the receipt's lock, and mails managers of a failure. False if another was recorded during the call. */
export async function recordAnswer(
  tx: Transaction,
  context: WriteContext,
  { gid, report, refunds = [] }: ProviderAnswer & { gid: string },
  call: ProviderCall,
): Promise<boolean> {
  const receipt = await tx.em.findOneOrFail(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { isRecorded, failedAttempt } = await recordReport(tx, context, { receipt, report, refunds }, call);
  if (failedAttempt !== undefined) await mailChargeFailure(tx, context, receipt, failedAttempt);
  return isRecorded;
}
