import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { personGrants } from '../../domain/application.ts';
import { endSessionsWith } from '../loading/end-sessions.ts';
import { lockedApplication } from '../loading/locked-application.ts';
import { namedByApplication } from '../loading/named-by-application.ts';

export const updateApplication: Operations['updateApplication'] = async (context) => {
  const { body, principal, now, tx } = context;
  const named = await namedByApplication(tx, principal, body, now);
  const application = await lockedApplication(context);
  const grants = application.update(body, now, named);
  if (grants.length > 0) await endSessionsWith(context, { application: application.gid, grants });
  if (body.organizations && application.organizations.length > 0)
    await endSessionsWith(context, { application: application.gid, grants: personGrants, outside: application.organizations });
  return noContent();
};
