import { ok } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { lockedApplication } from '../loading/locked-application.ts';
import { shownSecret } from '../loading/shown-secret.ts';

const DAY_SECONDS = 24 * 3600;

export const rotateApplicationSecret: Operations['rotateApplicationSecret'] = async (context) => {
  const { body, now } = context;
  const { grace_seconds: graceSeconds = DAY_SECONDS } = body ?? {};
  const application = await lockedApplication(context);
  return shownSecret(application, application.rotateSecret(now, graceSeconds * 1000), ok);
};
