import { formatTime } from '@partner-ordering/kernel';
import { ok, shownOnce } from '@partner-ordering/http';
import type { ApplicationSecret } from '../../../generated/models.ts';
import type { Operations } from '../../../generated/operations.ts';
import { applications } from '../../resources/applications.ts';
import { lockedApplication } from '../loading/locked-application.ts';

const DAY_SECONDS = 24 * 3600;

export const rotateApplicationSecret: Operations['rotateApplicationSecret'] = async (context) => {
  const { body, now } = context;
  const { grace_seconds: graceSeconds = DAY_SECONDS } = body ?? {};
  const application = await lockedApplication(context);
  const { secret, previousUntil } = application.rotateSecret(now, graceSeconds * 1000);
  const { gid, clientId } = application;
  const [href, expiry] = [applications.href(gid), previousUntil && formatTime(previousUntil)];
  const shown: ApplicationSecret = { gid, href, client_id: clientId, client_secret: secret, previous_expires_at: expiry };
  return shownOnce(ok(shown), { ...shown, client_secret: null });
};
