import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';

export const listMyMemberships: Operations['listMyMemberships'] = async ({ principal, list, memberships }) =>
  ok(await list(memberships, { field: 'user', value: principal.user }));
