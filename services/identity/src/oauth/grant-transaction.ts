import type { Database, Transaction } from '@partner-ordering/data';
import type { Keyring } from './keyring.ts';

/** The side effects of a grant. */
export interface GrantOutcome {
  isSessionRevoked: boolean;
}

/** Answers a grant in one transaction. If it ended a session, that is committed although the request is refused. */
export async function grantTransaction<Result>(
  { database, keyring: ring }: { database: Pick<Database, 'transactional'>; keyring: Keyring },
  work: (tx: Transaction, outcome: GrantOutcome, keyring: Keyring) => Promise<Result>,
): Promise<Result> {
  // Read before, as this takes a connection: those who wait for the transaction's locks may have all others.
  const keyring = { ...ring, sign: await ring.signer() };
  const outcome: GrantOutcome = { isSessionRevoked: false };
  const answer = await database.transactional(async (tx) => {
    try {
      return { result: await work(tx, outcome, keyring) };
    } catch (error) {
      // Returned instead of thrown: the revocation is committed.
      if (outcome.isSessionRevoked) return { error };
      throw error;
    }
  });
  if ('error' in answer) throw answer.error;
  return answer.result;
}
