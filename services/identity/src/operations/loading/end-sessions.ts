import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import { endFirstSessions, type SessionsOf } from '../../domain/revocation.ts';

/**
 * Ends sessions of a user or an application as the last step of the transaction that changed them, but for rows that it removes; those that
 * are too many for it are ended by a job at once after it. Tokens of a user do not wait for that: each service refuses those of who is no
 * longer enabled.
 */
export async function endSessionsWith(
  { now, tx, addJob }: Pick<Context<OperationRequest>, 'now' | 'tx' | 'addJob'>,
  of: Exclude<SessionsOf, string>,
): Promise<void> {
  await tx.em.flush();
  if (await endFirstSessions(tx, of, now)) addJob({ name: 'end_sessions', data: of });
}
