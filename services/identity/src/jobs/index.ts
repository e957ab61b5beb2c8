import type { JobDefinitions, JobParts } from '@partner-ordering/http';
import { removeEndedSessions } from '../domain/revocation.ts';
import { removeOldFailures } from '../domain/sign-in-attempt.ts';
import { removeOldPlaces } from '../domain/usual-place.ts';

/** What this service does each hour. */
export const jobs = ({ database }: JobParts): JobDefinitions => ({
  remove_ended_sessions: { schedule: '37 * * * *', run: ({ now }) => removeEndedSessions(database, now) },
  remove_old_sign_in_attempts: { schedule: '53 * * * *', run: ({ now }) => removeOldFailures(database, now) },
  remove_old_usual_places: { schedule: '7 * * * *', run: ({ now }) => removeOldPlaces(database, now) },
});
