import { isGid } from '@partner-ordering/kernel';
import type { OperationRequest } from '@partner-ordering/http';
import type { Context } from '../../context.ts';
import type { Application } from '../../domain/application.ts';
import { lockApplication } from '../../domain/enabled-application.ts';
import { applications } from '../../resources/applications.ts';

type ApplicationContext = Context<OperationRequest & { path: { gid: string } }>;

/** The path's application, or 404. Waits for sessions that start through it, and blocks new ones, which take the same lock. */
export async function lockedApplication({ path, principal, tx, load }: ApplicationContext): Promise<Application> {
  if (principal.isAdmin && isGid(path.gid)) await lockApplication(tx, path.gid);
  return load(applications, path.gid);
}
