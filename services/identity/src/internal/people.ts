import { isGid } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/internal/operations.ts';
import { Membership } from '../domain/membership.ts';
import { recordLastSeen } from '../domain/people/last-seen.ts';

export const listMemberships: Operations['listMemberships'] = async ({ query: { user }, database }) => {
  const options = { fields: ['organizationGid'], orderBy: { gid: 'asc' } } as const;
  const memberships = isGid(user) ? await database.orm.em.fork().find(Membership, { userGid: user }, options) : [];
  return { organizations: memberships.map(({ organizationGid }) => organizationGid) };
};

export const noteSeen: Operations['noteSeen'] = ({ body, database, now }) => recordLastSeen(database, body.users, now);
