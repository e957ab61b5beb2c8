import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { revokeSession } from '../domain/revocation.ts';
import { ownSessions } from '../resources/sessions.ts';

export const deleteMySession: Operations['deleteMySession'] = async ({ path, claims, now, tx, load }) => {
  const { gid } = await load(ownSessions(claims, now), path.gid);
  await revokeSession(tx, gid, now);
  return noContent();
};
