import { CONSOLE_CLIENT } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import { notFound } from '@partner-ordering/kernel';
import type { BrowserToken } from '../../generated/internal/models.ts';
import { scopes } from '../domain/application.ts';
import { useBrowserSession } from '../domain/people/browser-session.ts';
import type { Keyring } from './keyring.ts';

/** The gateway keeps a token for half this time. */
const LIFETIME_MS = 120_000;

/** The gateway's access token for the account that is signed in in the browser with this secret; 404 if there is none. */
export async function issueBrowserToken(
  { database, keyring, clock }: { database: Pick<Database, 'query'>; keyring: Keyring; clock: () => Date },
  secret: string,
): Promise<BrowserToken> {
  const session = await useBrowserSession(database, secret, clock());
  if (session === undefined) throw notFound('browser session');
  const token = await keyring.sign({ ...session, clientId: CONSOLE_CLIENT, grant: 'password', scope: scopes, lifetimeMs: LIFETIME_MS });
  return { access_token: token, expires_in: LIFETIME_MS / 1000 };
}
