import { formatTime } from '@partner-ordering/kernel';
import { shownOnce, type Reply } from '@partner-ordering/http';
import type { ApplicationSecret } from '../../../generated/models.ts';
import type { Application } from '../../domain/application.ts';
import { applications } from '../../resources/applications.ts';

/** Shows a new secret, if there is one, once, and how long the previous one stays valid. `answer` makes the reply from the body. */
export function shownSecret<Status extends number>(
  { gid, clientId }: Application,
  { secret, previousUntil }: { secret: string | null; previousUntil: Date | null },
  answer: (body: ApplicationSecret) => Reply<Status, ApplicationSecret>,
): Reply<Status, ApplicationSecret> {
  const expiry = previousUntil && formatTime(previousUntil);
  const kept = { gid, href: applications.href(gid), client_id: clientId, client_secret: null, previous_expires_at: expiry };
  return shownOnce(answer({ ...kept, client_secret: secret }), kept);
}
