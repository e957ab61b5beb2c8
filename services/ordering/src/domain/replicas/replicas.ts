import type { Transaction } from '@partner-ordering/data';
import { type Detail, invalid, type StateKey, unavailable } from '@partner-ordering/kernel';
import { readInTransaction, type StatesInTransaction } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../../generated/events.ts';

/** Reads states of other services: see `readInTransaction`. */
export const readReplicas = (tx: Transaction, keys: readonly StateKey[]): Promise<StatesInTransaction<FollowedStates>> =>
  readInTransaction<FollowedStates>(tx, keys);

/** 503 for a user whose name is not known, even after identity was asked: what they write is shown with it. */
export async function mustKnowUser(tx: Transaction, user: string): Promise<void> {
  const key = { type: 'user', key: user };
  if (!(await readReplicas(tx, [key])).get('user', user)) throw unavailable().restingOn([key]);
}

/** 400 at `organization.gid` for an organization that does not exist or was deleted, after identity was asked. */
export async function mustKnowOrganization(tx: Transaction, organization: string, fault: (path: string) => Detail): Promise<void> {
  const key = { type: 'organization', key: organization };
  const found = (await readReplicas(tx, [key])).get('organization', organization);
  if (!found || found.is_deleted) throw invalid(fault('organization.gid')).restingOn([key]);
}
