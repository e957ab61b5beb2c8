import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { ownAuthorizations } from '../../resources/authorizations.ts';

export const getMyAuthorization: Operations['getMyAuthorization'] = async ({ path, claims, now, read }) =>
  ok(await read(ownAuthorizations(claims, now), path.gid));
