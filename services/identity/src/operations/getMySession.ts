import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { ownSessions } from '../resources/sessions.ts';

export const getMySession: Operations['getMySession'] = async ({ path, claims, now, read }) =>
  ok(await read(ownSessions(claims, now), path.gid));
