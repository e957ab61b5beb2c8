import type { Queryable } from '@partner-ordering/data';
import { HttpError, protocolErrors } from '@partner-ordering/http';
import type { Principal } from '@partner-ordering/kernel';
import { rateLimiter } from './rate-limiter.ts';

/** Mails that a user who is no admin causes within an hour, whoever gets them. */
const limit = { keyPrefix: 'mails', points: 100, duration: 3_600 };

/** Counts mails that a principal causes; 429 beyond the limit. Admins have none. Requests of one user take turns here until they commit. */
export async function countMails(tx: Queryable, principal: Principal, mails: number): Promise<void> {
  if (principal.isAdmin) return;
  const { consumedPoints, msBeforeNext } = await rateLimiter(tx, limit).penalty(principal.user, mails);
  if (consumedPoints > limit.points) throw HttpError.of(protocolErrors.tooManyRequests(msBeforeNext));
}
