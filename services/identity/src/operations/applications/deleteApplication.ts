import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { endFirstSessions } from '../../domain/revocation.ts';
import { lockedApplication } from '../loading/locked-application.ts';

export const deleteApplication: Operations['deleteApplication'] = async (context) => {
  const { now, tx, addJob } = context;
  const application = await lockedApplication(context);
  application.delete(now);
  await tx.em.flush();
  const of = { application: application.gid };
  if (await endFirstSessions(tx, of, now)) addJob({ name: 'end_sessions', data: of });
  return noContent();
};
