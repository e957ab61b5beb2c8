import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { memberships } from '../resources/memberships.ts';

export const listMyMemberships: Operations['listMyMemberships'] = async ({ principal, list }) =>
  ok(await list(memberships, { field: 'user', value: principal.user }));
