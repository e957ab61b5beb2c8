import type { Database, Transaction } from '@partner-ordering/data';

/** The side effects of a grant. */
export interface GrantOutcome {
  isSessionRevoked: boolean;
}

/** Answers a grant in one transaction. If it ended a session, that is committed although the request is refused. */
export async function grantTransaction<Result>(
  database: Pick<Database, 'transactional'>,
  work: (tx: Transaction, outcome: GrantOutcome) => Promise<Result>,
): Promise<Result> {
  const outcome: GrantOutcome = { isSessionRevoked: false };
  const answer = await database.transactional(async (tx) => {
    try {
      return { result: await work(tx, outcome) };
    } catch (error) {
      // Returned instead of thrown: the revocation is committed.
      if (outcome.isSessionRevoked) return { error };
      throw error;
    }
  });
  if ('error' in answer) throw answer.error;
  return answer.result;
}
