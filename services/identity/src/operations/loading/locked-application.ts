import { isGid } from '@partner-ordering/kernel';
import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import type { Application } from '../../domain/application.ts';
import { lockApplication } from '../../domain/enabled-application.ts';
import { applications } from '../../resources/applications.ts';

type ApplicationContext = Context<OperationRequest & { path: { gid: string } }>;

/**
 * The application that the path names, for a change, or 404. Sessions that are being started through it have committed, and others wait:
 * whoever starts one takes this lock before they refer to the row.
 */
export async function lockedApplication({ path, principal, tx, load }: ApplicationContext): Promise<Application> {
  if (principal.isAdmin && isGid(path.gid)) await lockApplication(tx, path.gid);
  return load(applications, path.gid);
}
