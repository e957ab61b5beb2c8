import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { ownAuthorizations } from '../../resources/authorizations.ts';

export const listMyAuthorizations: Operations['listMyAuthorizations'] = async ({ claims, now, list }) =>
  ok(await list(ownAuthorizations(claims, now)));
