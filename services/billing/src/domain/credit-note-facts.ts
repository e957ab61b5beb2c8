import type { WriteTools } from '@partner-ordering/http';
import type { BillingFacts, CreditNoteFact } from '../../generated/events.ts';
import type { CreditNote } from './credit-note.ts';

/** Publishes what happened to a credit note, in order with the others of its project. */
export function recordCreditNote(
  { publish }: Pick<WriteTools, 'publish'>,
  note: CreditNote,
  event: Extract<keyof BillingFacts, `credit_note.${string}`>,
): void {
  const { gid, receiptGid: receipt, projectGid: project, organizationGid: organization } = note;
  publish(event, project, { gid, receipt, project, organization } satisfies Omit<CreditNoteFact, 'shown'>);
}
