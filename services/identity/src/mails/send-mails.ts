import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../context.ts';
import { countMails } from '../domain/mail-sender.ts';
import type { mail } from './kinds.ts';

/** Adds mails that the caller causes; 429 once they have caused too many within an hour. */
export async function sendMails(
  { tx, principal, addJob }: Pick<Context<OperationRequest>, 'tx' | 'principal' | 'addJob'>,
  mails: readonly ReturnType<typeof mail>[],
): Promise<void> {
  await countMails(tx, principal, mails.length);
  mails.forEach(addJob);
}
