import type { Operations } from '../../generated/internal/operations.ts';
import { noteSeen as note } from '../domain/people/last-seen.ts';

export const noteSeen: Operations['noteSeen'] = ({ body, database, now }) => note(database, body.users, now);
