import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../../generated/operations.ts';
import { endSessionsWith } from '../loading/end-sessions.ts';
import { lockedApplication } from '../loading/locked-application.ts';

export const deleteApplication: Operations['deleteApplication'] = async (context) => {
  const application = await lockedApplication(context);
  application.delete(context.now);
  await endSessionsWith(context, { application: application.gid });
  return noContent();
};
