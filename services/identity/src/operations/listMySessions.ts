import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { ownSessions } from '../resources/sessions.ts';

export const listMySessions: Operations['listMySessions'] = async ({ claims, now, list }) => ok(await list(ownSessions(claims, now)));
