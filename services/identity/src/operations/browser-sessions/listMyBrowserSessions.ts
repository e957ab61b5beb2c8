import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { ownBrowserSessions } from '../../resources/browser-sessions.ts';

export const listMyBrowserSessions: Operations['listMyBrowserSessions'] = async ({ claims, now, list }) =>
  ok(await list(ownBrowserSessions(claims, now)));
