import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { Service } from '@partner-ordering/service';
import { accountByEmail } from './domain/account.ts';
import { Application } from './domain/application.ts';
import { lockApplication } from './domain/enabled-application.ts';
import { endRestoreLinks } from './domain/mail-token.ts';
import { isLastAdmin } from './domain/people/last-admin.ts';
import { countSessions, endSessions, revokeSessionsOf, type SessionsOf } from './domain/revocation.ts';
import { User } from './domain/user.ts';

// Commands of docs/operators/runbook.md. Each may be repeated, also after an interruption. It returns a line for the operator, or throws
// an Error of one line. With `--dry-run` it changes nothing.

type Command = (service: Service, args: readonly string[], now: Date) => Promise<string>;

const NOTHING = 'nothing was changed';

/** `disable-user <email or gid> [--dry-run]`: the user cannot sign in, and their sessions end. */
export const disableUser: Command = async (service, args, now) => {
  const { given, isDryRun } = read(args, 'an email address or gid', 1);
  const { gid, email } = await userOf(service, given[0]!);
  if (isDryRun)
    return `${email} would be disabled and ${sessions(await countSessions(service.database, { user: gid }, now))} end; ${NOTHING}`;
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
  return `${email} is disabled; ${sessions(ended)} ended${leavesNoAdmin ? '\nNo admin is left: create-admin makes one' : ''}`;
};

/** `enable-user <email or gid> [--dry-run]`: the user can sign in again. Ended sessions stay so. */
export const enableUser: Command = async (service, args, now) => {
  const { given, isDryRun } = read(args, 'an email address or gid', 1);
  const { gid, email } = await userOf(service, given[0]!);
  if (isDryRun) return `${email} would be enabled; ${NOTHING}`;
  await service.write(async (tx) => (await lockedUser(tx, gid)).setEnabled(true, now));
  return `${email} is enabled`;
};

/** `disable-application <client id> [--dry-run]`: the application gets no tokens, and its sessions end. */
export const disableApplication: Command = async (service, args, now) => {
  const { given, isDryRun } = read(args, 'a client id', 1);
  const { gid, clientId } = await applicationOf(service, given[0]!);
  const of = { application: gid };
  if (isDryRun) return `${clientId} would be disabled and ${sessions(await countSessions(service.database, of, now))} end; ${NOTHING}`;
  await changeApplication(service, gid, (application) => application.update({ is_enabled: false }, now));
  return `${clientId} is disabled; ${sessions(await endSessions(service.database, of, now))} ended`;
};

/** `enable-application <client id> [--dry-run]`: the application gets tokens again, with its old secret. */
export const enableApplication: Command = async (service, args, now) => {
  const { given, isDryRun } = read(args, 'a client id', 1);
  const { gid, clientId } = await applicationOf(service, given[0]!);
  if (isDryRun) return `${clientId} would be enabled; ${NOTHING}`;
  await changeApplication(service, gid, (application) => application.update({ is_enabled: true }, now));
  return `${clientId} is enabled`;
};

/** `end-sessions user <email or gid> | application <client id> | everybody [--dry-run]`: allowed users can sign in again. */
export const endSessionsOf: Command = async (service, args, now) => {
  const { of, name, isDryRun } = await sessionsOf(service, args);
  if (isDryRun) return `${sessions(await countSessions(service.database, of, now))} of ${name} would end; ${NOTHING}`;
  if (of !== 'everybody' && 'user' in of) await service.write(async (tx) => (await lockedUser(tx, of.user)).endPendingEmail(tx, now));
  return `${sessions(await endSessions(service.database, of, now))} of ${name} ended`;
};

/** `application-addresses <client id> believe | ignore [--dry-run]`: whether its `X-Forwarded-For` names the end user. */
export const applicationAddresses: Command = async (service, args, now) => {
  const { given, isDryRun } = read(args, 'a client id, and believe or ignore', 2);
  const isBelieved = given[1] === 'believe';
  if (!isBelieved && given[1] !== 'ignore') throw new Error('it takes a client id, and believe or ignore');
  const { gid, clientId } = await applicationOf(service, given[0]!);
  const what = `the addresses that ${clientId} passes on`;
  if (isDryRun) return `${what} would be ${isBelieved ? 'believed' : 'ignored'}; ${NOTHING}`;
  await changeApplication(service, gid, (application) => Object.assign(application, { passesOnAddresses: isBelieved, modifiedAt: now }));
  return `${what} are ${isBelieved ? 'believed' : 'ignored'}`;
};

const sessions = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`);

function read(args: readonly string[], what: string, count: number): { given: readonly string[]; isDryRun: boolean } {
  const given = args.filter((arg) => arg !== '--dry-run');
  if (given.length !== count || given.some((arg) => arg === '' || arg.startsWith('--'))) throw new Error(`it takes ${what}, and --dry-run`);
  return { given, isDryRun: given.length < args.length };
}

async function sessionsOf(service: Service, args: readonly string[]): Promise<{ of: SessionsOf; name: string; isDryRun: boolean }> {
  const what = 'user <email or gid>, application <client id> or everybody';
  const { given, isDryRun } = read(args, what, args[0] === 'everybody' || args[1] === 'everybody' ? 1 : 2);
  const [whose, name] = given;
  if (whose === 'everybody') return { of: 'everybody', name: whose, isDryRun };
  if (whose === 'user') {
    const { gid, email } = await userOf(service, name!);
    return { of: { user: gid }, name: email, isDryRun };
  }
  if (whose !== 'application') throw new Error(`it takes ${what}, and --dry-run`);
  const { gid, clientId } = await applicationOf(service, name!);
  return { of: { application: gid }, name: clientId, isDryRun };
}

async function userOf({ database }: Service, given: string): Promise<User> {
  const gid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given) ? given : (await accountByEmail(database, given))?.gid;
  const user = gid === undefined ? null : await database.orm.em.fork().findOne(User, { gid, deletedAt: null });
  if (user === null) throw new Error(`there is no user with the email address or gid ${given}`);
  return user;
}

const lockedUser = ({ em }: Transaction, gid: string): Promise<User> =>
  em.findOneOrFail(User, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE });

const MOST_LISTED = 20;

async function applicationOf({ database }: Service, clientId: string): Promise<Application> {
  const em = database.orm.em.fork();
  const application = await em.findOne(Application, { clientId, deletedAt: null });
  if (application) return application;
  const known = await em.find(Application, { deletedAt: null }, { orderBy: { clientId: 'asc' }, limit: MOST_LISTED });
  const names = known.map((one) => one.clientId).join(', ');
  throw new Error(`there is no application with the client id ${clientId}; there is ${names === '' ? 'none at all' : names}`);
}

const changeApplication = (service: Service, gid: string, change: (application: Application) => unknown): Promise<void> =>
  service.write(async (tx) => {
    await lockApplication(tx, gid);
    change(await tx.em.findOneOrFail(Application, { gid }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  });
