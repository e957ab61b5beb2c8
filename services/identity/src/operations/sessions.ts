import { noContent, ok } from '@partner-ordering/http';
import { mustBeAdmin } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { endBrowserSessionsOf } from '../domain/people/browser-session.ts';
import { endSessionsWith, revokeSession } from '../domain/revocation.ts';
import { ownSessions } from '../resources/sessions.ts';

export const listMySessions: Operations['listMySessions'] = async ({ claims, now, list }) => ok(await list(ownSessions(claims, now)));

export const getMySession: Operations['getMySession'] = async ({ path, claims, now, read }) =>
  ok(await read(ownSessions(claims, now), path.gid));

export const deleteMySession: Operations['deleteMySession'] = async ({ path, claims, now, tx, load }) => {
  const { gid, userGid, grant } = await load(ownSessions(claims, now), path.gid);
  const browsers = grant === 'authorization_code' ? await endBrowserSessionsOf(tx, userGid, claims.session) : [];
  await revokeSession(tx, gid, now, browsers);
  return noContent();
};

export const endUserSessions: Operations['endUserSessions'] = async (context) => {
  const { path, principal, now, tx, load, users } = context;
  const user = await load(users, path.gid);
  mustBeAdmin(principal, 'delete', 'session');
  await user.endPendingEmail(tx, now);
  await endSessionsWith(context, { user: user.gid });
  return noContent();
};
