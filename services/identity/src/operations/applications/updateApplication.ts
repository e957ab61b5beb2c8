import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { endFirstSessions } from '../../domain/revocation.ts';
import { lockedApplication } from '../loading/locked-application.ts';
import { namedByApplication } from '../loading/named-by-application.ts';

export const updateApplication: Operations['updateApplication'] = async (context) => {
  const { body, principal, now, tx, addJob } = context;
  const named = await namedByApplication(tx, principal, body);
  const application = await lockedApplication(context);
  const grants = application.update(body, now, named);
  await tx.em.flush();
  const of = { application: application.gid, grants };
  if (grants.length > 0 && (await endFirstSessions(tx, of, now))) addJob({ name: 'end_sessions', data: of });
  return noContent();
};
