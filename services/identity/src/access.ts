import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { Service } from '@partner-ordering/service';
import { accountByEmail } from './domain/account.ts';
import { Application } from './domain/application.ts';
import { lockApplication } from './domain/enabled-application.ts';
import { endRestoreLinks } from './domain/mail-token.ts';
import { isLastAdmin } from './domain/people/last-admin.ts';
import { countSessions, endSessions, revokeSessionsOf, type SessionFilter } from './domain/revocation.ts';
import { User } from './domain/user.ts';

// Commands of docs/operators/runbook.md. Each may be repeated, also after an interruption. It returns a line for the operator, or throws
// an Error of one line. With `--dry-run` it changes nothing.

type Command = (service: Service, args: readonly string[], now: Date) => Promise<string>;

const NOTHING_CHANGED = 'nothing was changed';

/** `disable-user <email or gid> [--dry-run]`: the user cannot sign in, and their sessions end. */
export const disableUser: Command = async (service, args, now) => {
  const { operands, isDryRun } = readArguments(args, 'an email address or gid', 1);
  const { gid, email } = await userOf(service, operands[0]!);
  if (isDryRun)
    return `${email} would be disabled and ${sessionCount(await countSessions(service.database, { user: gid }, now))} end; ${NOTHING_CHANGED}`;
  let ended = 0;
  let leavesNoAdmin = false;
  await service.write(async (tx) => {
    const user = await lockedUser(tx, gid);
    user.setEnabled(false, now);
    await user.endPendingEmail(tx, now);
    await endRestoreLinks(tx, { subject: gid }, now);
    leavesNoAdmin = user.roles.includes('admin') && (await isLastAdmin(tx, gid));
    ended = await revokeSessionsOf(tx, gid, { now });
  });
  return `${email} is disabled; ${sessionCount(ended)} ended${leavesNoAdmin ? '\nNo admin is left: create-admin makes one' : ''}`;
};

/** `enable-user <email or gid> [--dry-run]`: the user can sign in again. Ended sessions stay so. */
export const enableUser: Command = async (service, args, now) => {
  const { operands, isDryRun } = readArguments(args, 'an email address or gid', 1);
  const { gid, email } = await userOf(service, operands[0]!);
  if (isDryRun) return `${email} would be enabled; ${NOTHING_CHANGED}`;
  await service.write(async (tx) => (await lockedUser(tx, gid)).setEnabled(true, now));
  return `${email} is enabled`;
};

/** `disable-application <client id> [--dry-run]`: the application gets no tokens, and its sessions end. */
export const disableApplication: Command = async (service, args, now) => {
  const { operands, isDryRun } = readArguments(args, 'a client id', 1);
  const { gid, clientId } = await applicationOf(service, operands[0]!);
  const filter = { application: gid };
  if (isDryRun)
    return `${clientId} would be disabled and ${sessionCount(await countSessions(service.database, filter, now))} end; ${NOTHING_CHANGED}`;
  await changeApplication(service, gid, (application) => application.update({ is_enabled: false }, now));
  return `${clientId} is disabled; ${sessionCount(await endSessions(service.database, filter, now))} ended`;
};

/** `enable-application <client id> [--dry-run]`: the application gets tokens again, with its old secret. */
export const enableApplication: Command = async (service, args, now) => {
  const { operands, isDryRun } = readArguments(args, 'a client id', 1);
  const { gid, clientId } = await applicationOf(service, operands[0]!);
  if (isDryRun) return `${clientId} would be enabled; ${NOTHING_CHANGED}`;
  await changeApplication(service, gid, (application) => application.update({ is_enabled: true }, now));
  return `${clientId} is enabled`;
};

/** `end-sessions user <email or gid> | application <client id> | everybody [--dry-run]`: allowed users can sign in again. */
export const endSessionsOf: Command = async (service, args, now) => {
  const { filter, name, isDryRun } = await sessionsOf(service, args);
  if (isDryRun) return `${sessionCount(await countSessions(service.database, filter, now))} of ${name} would end; ${NOTHING_CHANGED}`;
  if (filter !== 'everybody' && 'user' in filter)
    await service.write(async (tx) => (await lockedUser(tx, filter.user)).endPendingEmail(tx, now));
  return `${sessionCount(await endSessions(service.database, filter, now))} of ${name} ended`;
};

/** `application-addresses <client id> believe | ignore [--dry-run]`: whether its `X-Forwarded-For` names the end user. */
export const applicationAddresses: Command = async (service, args, now) => {
  const { operands, isDryRun } = readArguments(args, 'a client id, and believe or ignore', 2);
  const isBelieved = operands[1] === 'believe';
  if (!isBelieved && operands[1] !== 'ignore') throw new Error('it takes a client id, and believe or ignore');
  const { gid, clientId } = await applicationOf(service, operands[0]!);
  const subject = `the addresses that ${clientId} passes on`;
  if (isDryRun) return `${subject} would be ${isBelieved ? 'believed' : 'ignored'}; ${NOTHING_CHANGED}`;
  await changeApplication(service, gid, (application) => Object.assign(application, { passesOnAddresses: isBelieved, modifiedAt: now }));
  return `${subject} are ${isBelieved ? 'believed' : 'ignored'}`;
};

const sessionCount = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`);

function readArguments(args: readonly string[], usage: string, count: number): { operands: readonly string[]; isDryRun: boolean } {
  const operands = args.filter((arg) => arg !== '--dry-run');
  if (operands.length !== count || operands.some((arg) => arg === '' || arg.startsWith('--')))
    throw new Error(`it takes ${usage}, and --dry-run`);
  return { operands, isDryRun: operands.length < args.length };
}

async function sessionsOf(service: Service, args: readonly string[]): Promise<{ filter: SessionFilter; name: string; isDryRun: boolean }> {
  const usage = 'user <email or gid>, application <client id> or everybody';
  const { operands, isDryRun } = readArguments(args, usage, args[0] === 'everybody' || args[1] === 'everybody' ? 1 : 2);
  const [kind, name] = operands;
  if (kind === 'everybody') return { filter: 'everybody', name: kind, isDryRun };
  if (kind === 'user') {
    const { gid, email } = await userOf(service, name!);
    return { filter: { user: gid }, name: email, isDryRun };
  }
  if (kind !== 'application') throw new Error(`it takes ${usage}, and --dry-run`);
  const { gid, clientId } = await applicationOf(service, name!);
  return { filter: { application: gid }, name: clientId, isDryRun };
}

async function userOf({ database }: Service, name: string): Promise<User> {
  const gid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name) ? name : (await accountByEmail(database, name))?.gid;
  const user = gid === undefined ? null : await database.orm.em.fork().findOne(User, { gid, deletedAt: null });
  if (user === null) throw new Error(`there is no user with the email address or gid ${name}`);
  return user;
}

const lockedUser = ({ em }: Transaction, gid: string): Promise<User> =>
  em.findOneOrFail(User, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });

const MAX_LISTED = 20;

async function applicationOf({ database }: Service, clientId: string): Promise<Application> {
  const em = database.orm.em.fork();
  const application = await em.findOne(Application, { clientId, deletedAt: null });
  if (application) return application;
  const applications = await em.find(Application, { deletedAt: null }, { orderBy: { clientId: 'asc' }, limit: MAX_LISTED });
  const names = applications.map((one) => one.clientId).join(', ');
  throw new Error(`there is no application with the client id ${clientId}; there is ${names}`);
}

const changeApplication = (service: Service, gid: string, change: (application: Application) => unknown): Promise<void> =>
  service.write(async (tx) => {
    await lockApplication(tx, gid);
    change(await tx.em.findOneOrFail(Application, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  });
