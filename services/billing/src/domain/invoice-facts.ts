import type { WriteTools } from '@partner-ordering/http';
import type { BillingFacts, InvoiceFact } from '../../generated/events.ts';
import type { Invoice } from './invoice.ts';

/** Publishes what happened to an invoice. */
export function recordInvoice(
  { publish }: Pick<WriteTools, 'publish'>,
  { gid, organizationGid: organization }: Invoice,
  event: Extract<keyof BillingFacts, `invoice.${string}`>,
): void {
  publish(event, gid, { gid, organization } satisfies Omit<InvoiceFact, 'shown'>);
}
