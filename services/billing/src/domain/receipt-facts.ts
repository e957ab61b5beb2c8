import type { WriteTools } from '@partner-ordering/http';
import type { BillingFacts, ReceiptFact } from '../../generated/events.ts';
import type { Receipt } from './receipt.ts';

/** Publishes what happened to a receipt, in order with everything that happens to the receipt of this project. */
export function recordFact(
  { publish }: Pick<WriteTools, 'publish'>,
  receipt: Receipt,
  event: Extract<keyof BillingFacts, `receipt.${string}`>,
): void {
  const { gid, projectGid: project, organizationGid: organization } = receipt;
  publish(event, project, { gid, project, organization } satisfies Omit<ReceiptFact, 'shown'>);
}

/** Publishes whether a receipt was paid or could not be; nothing while that is open. */
export function recordPayment(tools: Pick<WriteTools, 'publish'>, receipt: Receipt): void {
  if (receipt.status === 'paid') recordFact(tools, receipt, 'receipt.paid');
  if (receipt.status === 'failed') recordFact(tools, receipt, 'receipt.charge_failed');
}
