import { demoGids } from '@partner-ordering/identity';
import type { System } from '@partner-ordering/standalone';
import { ApiClient, retryWhenBusy, type ApiResponse } from '@partner-ordering/testing';
import type { Email } from 'postal-mime';

export { demoGids };

/** Public address of every test system; nobody resolves it, `localUrl` leads it to this machine. */
export const issuer = 'https://partner-ordering.test';

/** The whole system with its demo data, in the process of the test, on databases of its own; answers are checked against the document. */
export interface TestSystem extends Omit<System, 'metricsUrl'> {
  /** Asks the token endpoint as the demo application. */
  oauth(path: string, form: Record<string, string>): Promise<ApiResponse>;
  /** Somebody of the demo data, or of `invite`. */
  signIn(email: string, scope?: string): Promise<ApiClient>;
  bearer(token: string | undefined): ApiClient;
  /** The newest mail of a kind (`invitation`) to an address; waits for it. */
  mailTo(to: string, kind: string): Promise<Email>;
  /** Lets a user who was created through the API sign in, without the link of their mail. */
  setPassword(userGid: string): Promise<void>;
}

/** Whether tests run with every service as a process of its own and events over Kafka; see over-kafka.container.test.ts. */
export const isOverKafka = (): boolean => process.env['TEST_TRANSPORT'] === 'kafka';

/** A public address as this machine reaches it; those of another storage lead there. */
export const localUrl = ({ url }: Pick<System, 'url'>, address: string): URL => {
  const { origin, pathname, search } = new URL(address);
  return new URL(origin === issuer ? `${url}${pathname}${search}` : address);
};

/** Fetches what public addresses name, and what answers redirect to. */
const fetchAt =
  (system: Pick<System, 'url'>): typeof fetch =>
  async (input, init) => {
    const response = await fetch(localUrl(system, String(input)), { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    return response.status === 302 && location !== null ? fetch(localUrl(system, location)) : response;
  };

/** Signing in as people do, at a gateway. */
export function signingIn(url: string): Pick<TestSystem, 'oauth' | 'signIn' | 'bearer'> {
  const bearer: TestSystem['bearer'] = (token) => new ApiClient(url, token, fetchAt({ url }));
  const anonymous = bearer(undefined);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`,
  };
  const oauth: TestSystem['oauth'] = (path, form) => anonymous.post(path, new URLSearchParams(form).toString(), { headers });
  return {
    bearer,
    oauth,
    signIn: async (username, scope = 'base') => {
      const form = { grant_type: 'password', username, password: 'demo-password', scope };
      const { status, body } = await retryWhenBusy(() => oauth('/oauth2/token', form));
      if (status !== 200) throw new Error(`${username} could not sign in: ${status} ${JSON.stringify(body)}`);
      return bearer(body.access_token);
    },
  };
}
