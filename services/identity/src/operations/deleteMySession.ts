import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { endBrowserSessionsOf } from '../domain/people/browser-session.ts';
import { revokeSession } from '../domain/revocation.ts';
import { ownSessions } from '../resources/sessions.ts';

export const deleteMySession: Operations['deleteMySession'] = async ({ path, claims, now, tx, load }) => {
  const { gid, userGid, grant } = await load(ownSessions(claims, now), path.gid);
  const browsers = grant === 'authorization_code' ? await endBrowserSessionsOf(tx, userGid, claims.session) : [];
  await revokeSession(tx, gid, now, browsers);
  return noContent();
};
