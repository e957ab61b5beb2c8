import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { ownBrowserSessions } from '../../resources/browser-sessions.ts';

export const getMyBrowserSession: Operations['getMyBrowserSession'] = async ({ path, claims, now, read }) =>
  ok(await read(ownBrowserSessions(claims, now), path.gid));
