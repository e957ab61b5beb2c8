import { unavailable, PossiblyStale } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import { readReplicas } from './replicas.ts';

/**
 * What a user writes is shown with their name, so it must be known. A new user's state may not have arrived yet: 503 if identity has none
 * either.
 */
export async function mustKnowUser(tx: Transaction, user: string): Promise<void> {
  const key = { type: 'user', key: user };
  if (!(await readReplicas(tx, [key])).get('user', user)) throw new PossiblyStale([key], unavailable());
}
