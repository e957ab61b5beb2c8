import { noContent, ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { revokeAuthorized } from '../domain/revocation.ts';
import { ownAuthorizations } from '../resources/authorizations.ts';

export const listMyAuthorizations: Operations['listMyAuthorizations'] = async ({ claims, now, list }) =>
  ok(await list(ownAuthorizations(claims, now)));

export const getMyAuthorization: Operations['getMyAuthorization'] = async ({ path, claims, now, read }) =>
  ok(await read(ownAuthorizations(claims, now), path.gid));

export const deleteMyAuthorization: Operations['deleteMyAuthorization'] = async ({ path, claims, now, tx, load }) => {
  const authorization = await load(ownAuthorizations(claims, now), path.gid);
  tx.em.remove(authorization);
  await tx.em.flush();
  await revokeAuthorized(tx, authorization, now);
  return noContent();
};
