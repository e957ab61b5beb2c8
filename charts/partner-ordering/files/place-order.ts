/**
 * What `helm test` runs: an order from the price to the PDF of its receipt, through the gateway alone. It takes place in an organization of
 * its own that is marked `test`, so that nothing is charged. A line for each step; exit code 1 with what was answered when one fails.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { argv, env, exit, stdout } from 'node:process';

export interface Answer {
  status: number;
  location: string;
  // Bodies of any shape are read.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** What an organization may order, and where. */
export interface Offer {
  organization: string;
  product: string;
}

const STEP_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 30_000;
const PAUSE_MS = 250;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
const gidOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `fetch` of the gateway. Over TLS its certificate is that of `GATEWAY_NAME`: its name within the cluster stands in none. */
async function ask(url: URL, sent: RequestInit = {}): Promise<Response> {
  if (url.protocol !== 'https:') return fetch(url, sent);
  const asked = new Request(url, sent);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method: asked.method, headers: Object.fromEntries(asked.headers), signal: asked.signal };
  request(url, { ...options, servername: env['GATEWAY_NAME'] ?? url.hostname }, resolve)
    .on('error', reject)
    .end(Buffer.from(await asked.arrayBuffer()));
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
    const response = await ask(new URL('/oauth2/token', this.gateway), {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`administration:${encodeURIComponent(ADMIN_CLIENT_SECRET)}`)}` },
      body: new URLSearchParams({ grant_type: 'password', username: ADMIN_EMAIL, password: ADMIN_PASSWORD, scope }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (body.access_token === undefined) throw new Error(`POST /oauth2/token: ${response.status} ${JSON.stringify(body)}`);
    this.#token = body.access_token;
  }

  async ask(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = { method, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS), ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await ask(new URL(path, this.gateway), sent);
    const text = await response.text();
    return { status: response.status, location: response.headers.get('location') ?? '', body: text === '' ? null : JSON.parse(text) };
  }

  /** Repeats for a minute what other services may not have heard of yet. Throws an Error with what was answered. */
  async expect(expected: number, method: string, path: string, body?: object): Promise<Answer> {
    const end = performance.now() + STEP_LIMIT_MS;
    for (;;) {
      const answer = await this.ask(method, path, body);
      if (answer.status === expected) return answer;
      const mayPass = [400, 403, 404, 429, 503].includes(answer.status);
      if (!mayPass || performance.now() > end) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await pause();
    }
  }

  /** The gid of what was made. */
  async create(path: string, body: object): Promise<string> {
    return gidOf((await this.expect(201, 'POST', path, body)).location);
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

async function placeOrder(admin: Admin, say: (text: string) => void): Promise<void> {
  await admin.signIn();
  say('a token');
  const offer = await admin.offer();
  const query = `product.gid=${offer.product}&organization.gid=${offer.organization}&options.mode=multi&options.due=5`;
  const { body: price } = await admin.expect(200, 'GET', `/v1/prices/for?${query}`);
  say(`the price: ${price.amount} ${price.currency}`);
  const project = await admin.create('/v1/projects', orderOf(offer, { price: { amount: price.amount }, state: 'published' }));
  say(`the order ${project}`);
  const worker = await admin.create('/v1/workers', { service_id: `helm test ${project}`, firstname: 'Helm', lastname: 'Test' });
  const work = await admin.create('/v1/works', { project: { gid: project }, worker: { gid: worker }, description: 'A work' });
  await admin.expect(204, 'PUT', `/v1/projects/${project}`, { winner: { gid: work } });
  say('its winner');
  const pdf = await receiptOf(admin, project);
  if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error(`the receipt is no PDF: ${pdf.subarray(0, 200).toString()}`);
  say(`the receipt, a PDF of ${pdf.length} bytes`);
}

/** The bytes of a project's receipt, as soon as it is there. */
async function receiptOf(admin: Admin, project: string): Promise<Buffer> {
  const end = performance.now() + STEP_LIMIT_MS;
  for (;;) {
    const { body } = await admin.expect(200, 'GET', `/v1/projects/${project}`);
    if (body.receipt_file) {
      const { body: signed } = await admin.expect(200, 'GET', `/v1/files/${encodeURIComponent(body.receipt_file.url)}`);
      const { pathname, search } = new URL(signed.url);
      // In a folder files are read through the gateway; a bucket is outside.
      const answer = pathname.startsWith('/v1/') ? await ask(new URL(pathname + search, admin.gateway)) : await fetch(signed.url);
      return Buffer.from(await answer.arrayBuffer());
    }
    if (performance.now() > end) throw new Error(`the receipt of ${project}: not within ${STEP_LIMIT_MS / 1000} s`);
    await pause();
  }
}

if (import.meta.main) {
  const [gateway = 'http://127.0.0.1:8080'] = argv.slice(2);
  try {
    await placeOrder(new Admin(gateway), (text) => stdout.write(`${(performance.now() / 1000).toFixed(1)} s  ${text}\n`));
  } catch (error) {
    stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    exit(1);
  }
}
