import type { Transaction } from '@partner-ordering/data';
import type { Account } from '../../domain/account.ts';
import { allow, allowedScope } from '../../domain/authorization.ts';
import { AuthorizationCode } from '../../domain/authorization-code.ts';
import type { FindClient } from '../find-client.ts';
import { authorizationRefusal } from '../refusal.ts';
import { noApplication } from '../sign-in.ts';
import type { SignInFault } from './credentials.ts';
import { browserAccount, signInToBrowser, accountOfForm, wrongCredentials, type BrowserOptions } from './browser-sign-in.ts';
import type { AuthorizationRequest } from './request.ts';

export interface AuthorizationOptions extends BrowserOptions {
  findClient: FindClient;
  /** Sends the mail about a new application now. */
  wakeJobs: () => void;
}

/** A code, with the secret of the new browser session, if any. */
interface Code {
  code: string;
  secret?: string;
}

const TESTERS_ONLY = 'Only people whose organizations are all test organizations may try requests, and no admins';

/** A code for a person who signs in in the browser, or the fault. */
export async function codeBySignIn(options: AuthorizationOptions, request: AuthorizationRequest): Promise<Code | SignInFault> {
  const { application } = request;
  // A person with the right password is told why they may not try requests.
  const account = await accountOfForm(options, request, application.isForTesters ? noApplication : application);
  if ('status' in account) return account;
  if (!(await application.admits(options.database, account))) throw authorizationRefusal('access_denied', TESTERS_ONLY);
  const session = await signInToBrowser(options, request.headers, account, (tx, now) => allowAndIssue(tx, request, account.gid, now));
  return session ? { code: session.result, secret: session.secret } : wrongCredentials(application);
}

/** The account that is signed in in the browser and may use the application; with a code if the page need not ask. */
export const codeByBrowserSession = (
  options: AuthorizationOptions,
  request: AuthorizationRequest,
  mustAsk: boolean,
): Promise<{ account?: Account; code?: string }> =>
  options.database.transactional(async (tx) => {
    const now = options.clock();
    const account = await signedInUser(tx, options, request, now);
    if (account === undefined) return {};
    if (mustAsk || hasLoopbackRedirect(request) || !(await isAllowed(tx, request, account.gid))) return { account };
    return { account, code: issue(tx, request, account.gid, now) };
  });

/** A code for the account on the consent page, or a fault if it is no longer signed in. */
export const codeByConsent = (options: AuthorizationOptions, request: AuthorizationRequest): Promise<Code | SignInFault> =>
  options.database.transactional(async (tx) => {
    const now = options.clock();
    const account = await signedInUser(tx, options, request, now);
    // Another person may have signed in in another tab.
    if (account === undefined || account.gid !== request.form.get('account')) return { status: 400, text: 'ended' };
    return { code: await allowAndIssue(tx, request, account.gid, now) };
  });

async function signedInUser(
  tx: Transaction,
  options: AuthorizationOptions,
  { application, headers }: AuthorizationRequest,
  now: Date,
): Promise<Account | undefined> {
  const account = await browserAccount(tx, options, headers, now);
  return account && (await application.admits(tx, account)) ? account : undefined;
}

/** Any program on the person's machine can pretend to be an application with a loopback address (RFC 8252, section 8.6). */
const hasLoopbackRedirect = ({ redirectUri }: AuthorizationRequest): boolean => redirectUri.startsWith('http:');

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
  const fields = { applicationGid: application.gid, userGid, redirectUri, scope, codeChallenge, network };
  const { code, text } = AuthorizationCode.issue(fields, now);
  tx.em.persist(code);
  return text;
}
