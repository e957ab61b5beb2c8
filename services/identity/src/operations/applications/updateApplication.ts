import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { endSessionsWith } from '../loading/end-sessions.ts';
import { lockedApplication } from '../loading/locked-application.ts';
import { namedByApplication } from '../loading/named-by-application.ts';

export const updateApplication: Operations['updateApplication'] = async (context) => {
  const { body, principal, now, tx } = context;
  const named = await namedByApplication(tx, principal, body, now);
  const application = await lockedApplication(context);
  const ended = application.update(body, now, named);
  if (ended.grants.length + ended.outside.length > 0) await endSessionsWith(context, { application: application.gid, ...ended });
  return noContent();
};
