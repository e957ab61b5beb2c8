import type { Database, Transaction } from '@partner-ordering/data';
import { lockedAccount, type Account } from '../../domain/account.ts';
import { allow, allowedScope } from '../../domain/authorization.ts';
import { AuthorizationCode } from '../../domain/authorization-code.ts';
import { beginBrowserSession, endBrowserSession, signedInAccount } from '../../domain/people/browser-session.ts';
import { pageSourceOf } from '../login-source.ts';
import { OAuthRefusal } from '../refusal.ts';
import { signIn, type SignInOptions } from '../sign-in.ts';
import { secretOf } from './cookie.ts';
import type { Problem } from './page.ts';
import type { AuthorizationRequest } from './request.ts';

export interface AuthorizationOptions extends Pick<SignInOptions, 'limits' | 'sleep'> {
  database: Database;
  issuer: string;
  clock: () => Date;
  /** Has the mail about a new application sent now. */
  wakeJobs: () => void;
}

/** A code, with the secret of a new browser session if one has begun. */
interface Code {
  code: string;
  secret?: string;
}

/** A code for whoever signs in in the browser; or why nobody does. */
export async function codeBySignIn(options: AuthorizationOptions, request: AuthorizationRequest): Promise<Code | Problem> {
  const { application, form, headers } = request;
  const [username, password] = [form.get('username'), form.get('password')];
  if (username === undefined || password === undefined)
    return { status: 400, field: username === undefined ? 'username' : 'password', text: 'required' };
  try {
    const account = await signIn({ ...options, source: pageSourceOf(headers) }, application, { username, password });
    return (account && (await signedIn(options, request, account))) ?? { status: 400, field: 'password', text: 'wrong' };
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return { status: 429, field: 'password', text: 'slow', headers: error.refusal.headers };
  }
}

/** Undefined if the account has changed since its password was compared: what ended its sessions must end this too. */
const signedIn = (options: AuthorizationOptions, request: AuthorizationRequest, { gid, passwordHash }: Account) =>
  options.database.transactional(async (tx) => {
    const account = await lockedAccount(tx, gid);
    if (!account?.isEnabled || account.passwordHash !== passwordHash) return undefined;
    const now = options.clock();
    const known = secretOf(request.headers, options.issuer);
    if (known !== undefined) await endBrowserSession(tx, known);
    const secret = await beginBrowserSession(tx, gid, now);
    return { code: await allowAndIssue(tx, request, gid, now), secret };
  });

/** Whoever is signed in in the browser and may use the application, with a code if the page need not ask them. */
export const codeByBrowserSession = (
  options: AuthorizationOptions,
  request: AuthorizationRequest,
  mustAsk: boolean,
): Promise<{ account?: Account; code?: string }> =>
  options.database.transactional(async (tx) => {
    const now = options.clock();
    const account = await signedInUser(tx, options, request, now);
    if (account === undefined) return {};
    if (mustAsk || mayBeAnybody(request) || !(await isAllowed(tx, request, account.gid))) return { account };
    return { account, code: issue(tx, request, account.gid, now) };
  });

/** A code for the person whom the page has asked, unless they are not signed in any more. */
export const codeByConsent = (options: AuthorizationOptions, request: AuthorizationRequest): Promise<Code | Problem> =>
  options.database.transactional(async (tx) => {
    const now = options.clock();
    const account = await signedInUser(tx, options, request, now);
    // Somebody else may have signed in in another tab.
    if (account === undefined || account.gid !== request.form.get('account')) return { status: 400, text: 'ended' };
    return { code: await allowAndIssue(tx, request, account.gid, now) };
  });

async function signedInUser(
  tx: Transaction,
  { issuer }: AuthorizationOptions,
  { application, headers }: AuthorizationRequest,
  now: Date,
): Promise<Account | undefined> {
  const secret = secretOf(headers, issuer);
  const account = secret === undefined ? undefined : await signedInAccount(tx, secret, now);
  // Disabling ends browser sessions, too; but rights are checked where they are used.
  return account?.isEnabled && application.admits(account.memberOf) ? account : undefined;
}

/** Any program on the person's machine can say that it is an application with a loopback address (RFC 8252, section 8.6). */
const mayBeAnybody = ({ redirectUri }: AuthorizationRequest): boolean => redirectUri.startsWith('http:');

async function isAllowed(tx: Transaction, { application, scope }: AuthorizationRequest, userGid: string): Promise<boolean> {
  const allowed = await allowedScope(tx, { userGid, applicationGid: application.gid });
  return scope.every((one) => allowed.includes(one));
}

async function allowAndIssue(tx: Transaction, request: AuthorizationRequest, userGid: string, now: Date): Promise<string> {
  const { application, scope, network } = request;
  await allow(tx, { applicationGid: application.gid, userGid, scope, network }, now);
  return issue(tx, request, userGid, now);
}

function issue(tx: Transaction, request: AuthorizationRequest, userGid: string, now: Date): string {
  const { application, redirectUri, scope, codeChallenge, network } = request;
  const given = { applicationGid: application.gid, userGid, redirectUri, scope, codeChallenge, network };
  const { code, text } = AuthorizationCode.issue(given, now);
  tx.em.persist(code);
  return text;
}
