import { unavailable, PossiblyStale } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import { readReplicas } from './replicas.ts';

/** A new user's name may still be on its way when they write something, and what they wrote is shown with it. */
export async function mustKnowUser(tx: Transaction, user: string): Promise<void> {
  const key = { type: 'user', key: user };
  if (!(await readReplicas(tx, [key])).get('user', user)) throw new PossiblyStale([key], unavailable());
}
