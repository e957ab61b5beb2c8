import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { refuseTokens } from '../../domain/revocation.ts';
import { ownBrowserSessions } from '../../resources/browser-sessions.ts';

export const deleteMyBrowserSession: Operations['deleteMyBrowserSession'] = async ({ path, claims, now, tx, load }) => {
  const session = await load(ownBrowserSessions(claims, now), path.gid);
  tx.em.remove(session);
  await tx.em.flush();
  await refuseTokens(tx, [session.sid], now);
  return noContent();
};
