import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { recordReading, type ReadingPlace } from '../domain/record-payment.ts';
import { Receipt } from '../domain/receipt.ts';
import { tellOfFailure } from '../mails/charge-failed.ts';
import type { PaymentAtProvider } from '../payments/provider.ts';

/** A payment at the provider. The outcome of a charge has no refunds. */
export type Answer = Pick<PaymentAtProvider, 'reading'> & Partial<PaymentAtProvider>;

/** Records an answer under the receipt's lock, and mails managers of a failure. False if another was recorded during the call. */
export async function recordAnswer(
  tx: Transaction,
  tools: WriteContext,
  { gid, reading, refunds = [] }: Answer & { gid: string },
  place: ReadingPlace,
): Promise<boolean> {
  const receipt = await tx.em.findOneOrFail(Receipt, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { isRecorded, failedAttempt } = await recordReading(tx, tools, { receipt, reading, refunds }, place);
  if (failedAttempt !== undefined) await tellOfFailure(tx, tools, receipt, failedAttempt);
  return isRecorded;
}
