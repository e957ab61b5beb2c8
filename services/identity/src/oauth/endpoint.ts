import OAuth2Server from '@node-oauth/oauth2-server';
import { noStoreHeaders, oauthAnswer, reply, type ErrorAnswer, type Ok } from '@partner-ordering/http';
import type { Application, Grant } from '../domain/application.ts';
import { authenticateClient } from './client-authentication.ts';
import type { FindClient } from './find-client.ts';
import { formOf, type Form, type OAuthRequest } from './form.ts';
import { OAuthRefusal, refusedGrants } from './refusal.ts';

export interface EndpointOptions {
  findClient: FindClient;
  clock: () => Date;
}

/** Answers a request to an endpoint under `/oauth2/`: `work` returns the body for its form and client; a refusal gets RFC 6749's form. */
export async function answer<Body>(
  { findClient, clock }: EndpointOptions,
  request: OAuthRequest,
  work: (form: Form, application: Application) => Promise<object>,
): Promise<Ok<Body>> {
  let grant: string | undefined;
  try {
    const form = formOf(request);
    grant = form.get('grant_type');
    const application = await authenticateClient(findClient, request, form, clock());
    return reply(200, await work(form, application), noStoreHeaders) as Ok<Body>;
  } catch (error) {
    const { status, body, headers } = refusalAnswer(error, grant);
    return reply(status, body, headers) as Ok<Body>;
  }
}

/** Replaces the library's texts, by its error codes. */
const texts: Readonly<Record<string, string>> = {
  invalid_request: 'A parameter contains a character that is not allowed',
  invalid_scope: 'A scope is unknown or not allowed here',
  unauthorized_client: 'The application may not use this grant type',
};

/** The answer to a refusal. Rethrows any other error, without the library's wrapper. */
function refusalAnswer(error: unknown, grant: string | undefined): ErrorAnswer {
  if (error instanceof OAuthRefusal) return oauthAnswer(error.refusal);
  if (error instanceof OAuth2Server.ServerError) throw (error as { inner?: unknown }).inner ?? error;
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  const text = error.name === 'invalid_grant' ? refusedGrants[grant as Grant] : texts[error.name];
  return oauthAnswer({ status: 400, error: error.name, description: text ?? error.message });
}
