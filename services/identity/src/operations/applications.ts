import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import { noContent, ok, type OperationRequest, reply, type Reply, withOneTimeSecret } from '@partner-ordering/http';
import { formatTime, isGid, type Principal } from '@partner-ordering/kernel';
import type { ApplicationSecret, ApplicationUpdate } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import type { Context } from '../context.ts';
import { Application, type ReferencedRows } from '../domain/application.ts';
import { lockApplication } from '../domain/enabled-application.ts';
import { namedOrganizations } from '../domain/organization-references.ts';
import { applicationsActingAs } from '../domain/people/technical-user.ts';
import { endSessionsWith } from '../domain/revocation.ts';
import { User } from '../domain/user.ts';
import { applications } from '../resources/applications.ts';

export const createApplication: Operations['createApplication'] = async ({ body, principal, now, tx }) => {
  const { application, secret } = Application.create(principal, body, await referencedRows(tx, principal, body, now), now);
  tx.em.persist(application);
  return secretReply(application, { secret, previousUntil: null }, (answer) => reply(201, answer, { Location: answer.href }));
};

export const updateApplication: Operations['updateApplication'] = async (context) => {
  const { body, principal, now, tx } = context;
  const rows = await referencedRows(tx, principal, body, now);
  const application = await lockedApplication(context);
  const ended = application.update(body, now, rows);
  if (ended.grants.length + ended.outside.length > 0) await endSessionsWith(context, { application: application.gid, ...ended });
  return noContent();
};

export const deleteApplication: Operations['deleteApplication'] = async (context) => {
  const application = await lockedApplication(context);
  application.delete(context.now);
  await endSessionsWith(context, { application: application.gid });
  return noContent();
};

const DAY_SECONDS = 24 * 3600;

export const rotateApplicationSecret: Operations['rotateApplicationSecret'] = async (context) => {
  const { body, now } = context;
  const { grace_seconds: graceSeconds = DAY_SECONDS } = body ?? {};
  const application = await lockedApplication(context);
  return secretReply(application, application.rotateSecret(now, graceSeconds * 1000), ok);
};

/** The rows that a body names. Call it before `lockedApplication`: it locks the user, and users are locked first everywhere. */
async function referencedRows(
  tx: Transaction,
  principal: Principal,
  { organizations = [], user: reference }: Pick<ApplicationUpdate, 'organizations' | 'user'>,
  now: Date,
): Promise<ReferencedRows> {
  const organizationRows = await namedOrganizations(tx, principal, organizations);
  if (!reference || !isGid(reference.gid)) return { organizations: organizationRows, user: undefined };
  const user = await tx.em.findOne(User, { gid: reference.gid, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Only admins change the address of a technical user, so a pending one ends when the user becomes one.
  if (user && (await applicationsActingAs(tx, user.gid)).length === 0) await user.endPendingEmail(tx, now);
  return { organizations: organizationRows, user: user ?? undefined };
}

type ApplicationContext = Context<OperationRequest & { path: { gid: string } }>;

/** The path's application, or 404. Waits for sessions that start through it, and blocks new ones, which take the same lock. */
async function lockedApplication({ path, principal, tx, load }: ApplicationContext): Promise<Application> {
  if (principal.isAdmin && isGid(path.gid)) await lockApplication(tx, path.gid);
  return load(applications, path.gid);
}

/** Shows a new secret, if there is one, once, and how long the previous one stays valid. `answer` makes the reply from the body. */
function secretReply<Status extends number>(
  { gid, clientId }: Application,
  { secret, previousUntil }: { secret: string | null; previousUntil: Date | null },
  answer: (body: ApplicationSecret) => Reply<Status, ApplicationSecret>,
): Reply<Status, ApplicationSecret> {
  const expiry = previousUntil && formatTime(previousUntil);
  const maskedAnswer = { gid, href: applications.href(gid), client_id: clientId, client_secret: null, previous_expires_at: expiry };
  return withOneTimeSecret(answer({ ...maskedAnswer, client_secret: secret }), maskedAnswer);
}
