import type { Database, Transaction } from '@partner-ordering/data';
import { lockedAccount, type Account } from '../../domain/account.ts';
import type { Application } from '../../domain/application.ts';
import { beginBrowserSession, endBrowserSession, signedInAccount } from '../../domain/people/browser-session.ts';
import { refuseTokens } from '../../domain/revocation.ts';
import type { Form, OAuthRequest } from '../form.ts';
import { pageSourceOf } from '../login-source.ts';
import { OAuthRefusal } from '../refusal.ts';
import { noApplication, signIn, type SignInOptions } from '../sign-in.ts';
import { forgetSecret, secretOf } from './cookie.ts';
import type { SignInFault } from './credentials.ts';

/** The dependencies of a sign-in in a browser. */
export interface BrowserOptions extends Pick<SignInOptions, 'limits' | 'sleep'> {
  database: Database;
  issuer: string;
  /** The name under which our mails are sent. */
  product: string;
  clock: () => Date;
}

type Headers = OAuthRequest['headers'];

/** The account with the typed address and password that may use the application, or the fault. */
export async function accountOfForm(
  options: BrowserOptions,
  { form, headers, waiting }: { form: Form } & Pick<OAuthRequest, 'headers' | 'waiting'>,
  application: Pick<Application, 'admits'> = noApplication,
): Promise<Account | SignInFault> {
  const [username, password] = [form.get('username'), form.get('password')];
  if (username === undefined || password === undefined)
    return { status: 400, field: username === undefined ? 'username' : 'password', text: 'required' };
  try {
    const account = await signIn({ ...options, source: pageSourceOf(headers), waiting }, application, { username, password });
    return account ?? wrongCredentials(application);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return { status: 429, field: 'password', text: 'slow', headers: error.refusal.headers };
  }
}

/** The fault of a wrong password, or of an application that does not admit the account. */
export const wrongCredentials = (application: Pick<Application, 'admits'> = noApplication): SignInFault => ({
  status: 400,
  field: 'password',
  text: application === noApplication ? 'wrongHere' : 'wrong',
});

/**
 * Signs a person in in the browser, in place of the previous one; `work` runs in the same transaction. Undefined if the account has
 * changed since its password was compared: the change may have ended its sessions, so it must end this one too.
 */
export const signInToBrowser = <Result>(
  { database, issuer, clock }: BrowserOptions,
  headers: Headers,
  { gid, passwordHash }: Account,
  work: (tx: Transaction, now: Date) => Promise<Result>,
): Promise<{ secret: string; result: Result } | undefined> =>
  database.transactional(async (tx) => {
    const account = await lockedAccount(tx, gid);
    if (!account?.isEnabled || account.passwordHash !== passwordHash) return undefined;
    const now = clock();
    const oldSecret = secretOf(headers, issuer);
    const endedSessions = oldSecret === undefined ? [] : await endBrowserSession(tx, oldSecret);
    const userAgent = String(headers['user-agent'] ?? '') || null;
    const secret = await beginBrowserSession(tx, { userGid: gid, network: pageSourceOf(headers).network, userAgent }, now);
    const result = await work(tx, now);
    await tx.em.flush();
    await refuseTokens(tx, endedSessions, now);
    return { secret, result };
  });

/** The enabled account that is signed in in the browser, if any; locked as by `lockedAccount`. */
export async function browserAccount(
  tx: Transaction,
  { issuer }: Pick<BrowserOptions, 'issuer'>,
  headers: Headers,
  now: Date,
): Promise<Account | undefined> {
  const secret = secretOf(headers, issuer);
  const account = secret === undefined ? undefined : await signedInAccount(tx, secret, now);
  // Disabling also ends browser sessions, but each use checks the rights again.
  return account?.isEnabled ? account : undefined;
}

/** Signs out the browser. Returns the header that deletes its secret. */
export async function signOutBrowser({ database, issuer, clock }: BrowserOptions, headers: Headers): Promise<Record<string, string>> {
  const secret = secretOf(headers, issuer);
  if (secret !== undefined) await database.transactional(async (tx) => refuseTokens(tx, await endBrowserSession(tx, secret), clock()));
  return forgetSecret(issuer);
}
