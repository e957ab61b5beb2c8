import { noContent, ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { refuseTokens } from '../domain/revocation.ts';
import { ownBrowserSessions } from '../resources/browser-sessions.ts';

export const listMyBrowserSessions: Operations['listMyBrowserSessions'] = async ({ claims, now, list }) =>
  ok(await list(ownBrowserSessions(claims, now)));

export const getMyBrowserSession: Operations['getMyBrowserSession'] = async ({ path, claims, now, read }) =>
  ok(await read(ownBrowserSessions(claims, now), path.gid));

export const deleteMyBrowserSession: Operations['deleteMyBrowserSession'] = async ({ path, claims, now, tx, load }) => {
  const session = await load(ownBrowserSessions(claims, now), path.gid);
  tx.em.remove(session);
  await tx.em.flush();
  await refuseTokens(tx, [session.sid], now);
  return noContent();
};
