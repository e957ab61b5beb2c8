import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { sessionsOf } from '../resources/sessions.ts';

export const listMySessions: Operations['listMySessions'] = async ({ claims, now, list }) => ok(await list(sessionsOf(claims, now)));
