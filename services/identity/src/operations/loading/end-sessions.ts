import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import { endFirstSessions, type SessionsOf } from '../../domain/revocation.ts';

/** Ends sessions, as the last step but for removed rows. A job ends more than 1,000; a disabled user's tokens are refused before. */
export async function endSessionsWith(
  { now, tx, addJob }: Pick<Context<OperationRequest>, 'now' | 'tx' | 'addJob'>,
  of: Exclude<SessionsOf, string>,
): Promise<void> {
  await tx.em.flush();
  if (await endFirstSessions(tx, of, now)) addJob({ name: 'end_sessions', data: of });
}
