import type { IncomingHttpHeaders } from 'node:http';
import { ProtocolRefusal } from '@partner-ordering/http';
import { notFound } from '@partner-ordering/kernel';
import { CONSOLE_CLIENT, type TokenClaims } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import { Application } from '../domain/application.ts';
import { loginSourceOf, pageSourceOf } from './login-source.ts';
import { OAuthRefusal } from './refusal.ts';
import { noApplication, signIn, type SignInOptions } from './sign-in.ts';

/** A password that a signed-in user types once more. */
export interface PasswordConfirmation {
  claims: Pick<TokenClaims, 'client' | 'user'>;
  email: string;
  password: string;
  headers: IncomingHttpHeaders;
  waiting?: SignInOptions['waiting'];
}

/** Compares a password within the limits of a sign-in (429), so a token does not help to guess. Returns its hash if it is right. */
export async function confirmPassword(
  options: Omit<SignInOptions, 'database' | 'source'> & { database: Database },
  { claims, email, password, headers, waiting }: PasswordConfirmation,
): Promise<string | undefined> {
  const { source, application } = await sourceOf(options.database, claims, headers);
  try {
    const account = await signIn({ ...options, source, waiting }, application, { username: email, password });
    return account?.passwordHash ?? undefined;
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const { status, description, headers: refused = {} } = error.refusal;
    throw new ProtocolRefusal({ status, message: description, headers: refused });
  }
}

/** On our own page, or through the application of the token, whose holder at this address is one source. */
async function sourceOf({ orm }: Database, { client: clientId, user }: PasswordConfirmation['claims'], headers: IncomingHttpHeaders) {
  if (clientId === CONSOLE_CLIENT) return { source: pageSourceOf(headers), application: noApplication };
  const application = await orm.em.fork().findOne(Application, { clientId });
  if (!application) throw notFound('application');
  const source = loginSourceOf(application, { headers });
  return { source: { ...source, id: `${source.id}:${user}`, isEndUser: true }, application };
}
