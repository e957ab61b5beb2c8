import { invalid, PossiblyStale } from '@partner-ordering/kernel';
import type { Transaction } from '@partner-ordering/data';
import { readReplicas } from './replicas.ts';

/** 400 at `organization.gid` for an organization that does not exist or was deleted, after identity was asked. */
export async function mustKnowOrganization(tx: Transaction, organization: string): Promise<void> {
  const key = { type: 'organization', key: organization };
  const found = (await readReplicas(tx, [key])).get('organization', organization);
  if (!found || found.is_deleted)
    throw new PossiblyStale([key], invalid({ path: 'organization.gid', message: 'must be an organization that exists' }));
}
