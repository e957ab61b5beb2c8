/** The first admin at the gateway, for `helm test` and for the checks of the chart under load. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { env } from 'node:process';

export interface Answer {
  status: number;
  location: string;
  // Bodies of any shape are read.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** An organization and a product that it may order. */
export interface Offer {
  organization: string;
  product: string;
}

/** Within it other services have heard of what one has done. */
export const STEP_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 30_000;
const PAUSE_MS = 250;
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
const gidOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `fetch` of the gateway. Over TLS its certificate is that of `GATEWAY_NAME`: its name within the cluster stands in none. */
export async function fetchFromGateway(url: URL, init: RequestInit = {}): Promise<Response> {
  if (url.protocol !== 'https:') return fetch(url, init);
  const gatewayRequest = new Request(url, init);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method: gatewayRequest.method, headers: Object.fromEntries(gatewayRequest.headers), signal: gatewayRequest.signal };
  request(url, { ...options, servername: env['GATEWAY_NAME'] ?? url.hostname }, resolve)
    .on('error', reject)
    .end(Buffer.from(await gatewayRequest.arrayBuffer()));
  const answer = await promise;
  const body = Buffer.concat(await answer.toArray());
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(body.length === 0 ? null : body, { status: answer.statusCode!, headers });
}

/** The first admin, signed in at a gateway. */
export class Admin {
  readonly gateway: string;
  #token = '';

  constructor(gateway: string) {
    this.gateway = gateway;
  }

  /** With the credentials in `ADMIN_EMAIL`, `ADMIN_PASSWORD` and `ADMIN_CLIENT_SECRET`. Throws an Error with what was answered. */
  async signIn(scope = 'base files'): Promise<void> {
    const { ADMIN_EMAIL = '', ADMIN_PASSWORD = '', ADMIN_CLIENT_SECRET = '' } = env;
    const response = await fetchFromGateway(new URL('/oauth2/token', this.gateway), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`administration:${encodeURIComponent(ADMIN_CLIENT_SECRET)}`)}` },
      body: new URLSearchParams({ grant_type: 'password', username: ADMIN_EMAIL, password: ADMIN_PASSWORD, scope }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (body.access_token === undefined) throw new Error(`POST /oauth2/token: ${response.status} ${JSON.stringify(body)}`);
    this.#token = body.access_token;
  }

  async send(method: string, path: string, body?: object, additionalHeaders: Record<string, string> = {}): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...additionalHeaders,
    };
    const init = { method, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS), ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetchFromGateway(new URL(path, this.gateway), init);
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location') ?? '', body: text === '' ? null : JSON.parse(text) };
  }

  /** Repeats for a minute until the status is as expected. A POST needs a key. Throws an Error with the answer. */
  async expect(expected: number | readonly number[], method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const end = performance.now() + STEP_LIMIT_MS;
    const isRepeatable = method !== 'POST' || key !== undefined;
    const passing = [400, 403, 404, 429, 503, ...(key === undefined ? [] : [409])];
    for (;;) {
      const answer = await this.send(method, path, body, key === undefined ? {} : { 'idempotency-key': key }).catch(
        (error: Error) => error,
      );
      const isOver = performance.now() > end;
      if (answer instanceof Error) {
        if (!isRepeatable || isOver) throw answer;
      } else {
        if ([expected].flat().includes(answer.status)) return answer;
        if (!passing.includes(answer.status) || isOver)
          throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      await pause();
    }
  }

  /** Makes it once, however often that has to be repeated. The gid of what was made. */
  async create(path: string, body: object): Promise<string> {
    return gidOf((await this.expect(201, 'POST', path, body, randomUUID())).location);
  }

  /** Deletes it; an attempt whose answer was lost may have done so. */
  async remove(path: string): Promise<void> {
    await this.expect([204, 404], 'DELETE', path);
  }

  /** An organization that is marked `test`, with a product of its own and its price. */
  async offer(): Promise<Offer> {
    const address = { address1: '1 Test Street', zipcode: '75001', city: 'Paris', country: 'FR' };
    const organization = await this.create('/v1/organizations', {
      name: `Helm test ${randomUUID()}`,
      test: true,
      billing_address: address,
    });
    const category = await this.create('/v1/categories', { title: 'Helm test', description: 'Made by helm test' });
    const product = await this.create('/v1/products', {
      title: 'Helm test',
      category: { gid: category },
      available_options: { due: { enum: [5] }, mode: { enum: ['multi'] } },
      organizations: [{ gid: organization }],
    });
    const options = { mode: 'multi', due: 5 };
    await this.create('/v1/prices', {
      product: { gid: product },
      organization: { gid: organization },
      options,
      amount: 120,
      currency: 'EUR',
    });
    return { organization, product };
  }
}

/** The body of an order of this offer. */
export const orderOf = ({ organization, product }: Offer, changes: object): object => ({
  title: 'A test order',
  description: 'Made by helm test',
  product: { gid: product },
  organization: { gid: organization },
  options: { mode: 'multi', due: 5 },
  ...changes,
});
