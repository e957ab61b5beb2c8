import { existsSync, writeFileSync } from 'node:fs';
import { createClient, password, type Client, type SkillWrite } from '@partner-ordering/client';
import { demoOrganizations } from '@partner-ordering/commerce';
import { demoOrders, type DemoOrder } from './orders.ts';
import { creatives, people, uploaded, type Cast } from './steps.ts';

/** Where the orders are made. */
interface DemoOrdersOptions {
  /** The gateway, as this machine reaches it. */
  url: string;
  /** The public address, which upload forms name. */
  issuer: string;
  /** The file that says that all are placed. */
  marker: string;
  stop: AbortSignal;
  /** Sends requests; tests lose answers. */
  send?: typeof fetch;
}

/**
 * Places the demo's orders through the public API, as its users do. The start after one that was stopped goes on with the next order; once
 * all are placed, nothing is sent. Throws what the API refuses.
 */
export async function placeDemoOrders(options: DemoOrdersOptions): Promise<void> {
  if (existsSync(options.marker)) return;
  const as = signedIn(options);
  const cast = { url: options.url, as, creatives: await creativesOf(as.admin) };
  const placed = new Set<string>();
  for await (const { title } of as.admin.listProjects()) placed.add(title);
  for (const order of demoOrders) if (!placed.has(order.title)) await place(order, cast);
  writeFileSync(options.marker, 'The demo orders are placed.\n');
}

function signedIn({ url, issuer, stop, send = fetch }: DemoOrdersOptions): Cast['as'] {
  const sendHere: typeof fetch = (input, init) => {
    stop.throwIfAborted();
    return send(String(input).replace(issuer, url), init);
  };
  const clientOf = (username: string): Client => {
    const user = { username, password: 'demo-password', scope: 'base upload_files' };
    const auth = password({ clientId: 'demo-app', clientSecret: 'demo-secret', ...user });
    return createClient({ url, auth, allowsPlainHttp: true, runtime: { fetch: sendHere } });
  };
  return Object.fromEntries(Object.entries(people).map(([person, email]) => [person, clientOf(email)])) as Cast['as'];
}

async function creativesOf(admin: Client): Promise<Cast['creatives']> {
  const found: [string, string][] = [];
  for (const [name, [firstname, lastname]] of Object.entries(creatives)) {
    const service_id = `demo-${name}`;
    const [worker] = (await admin.listWorkers({ where: (w) => w.service_id.eq(service_id) })).items;
    found.push([name, (worker ?? (await admin.createWorker({ service_id, firstname, lastname }))).gid]);
  }
  return Object.fromEntries(found) as Cast['creatives'];
}

async function place(order: DemoOrder, cast: Cast): Promise<void> {
  const { title, description, by, product, isDraft = false } = order;
  const api = cast.as[by];
  const offer = product === undefined ? { product: null } : await offerOf(api, { ...order, product });
  const brief_files = await uploaded(api, order.files);
  const state = isDraft || product === undefined ? 'draft' : 'published';
  const { gid } = await api.createProject({ title, description, brief_files, state, ...offer });
  if (product === undefined) await api.updateProject(gid, { state: 'waiting_for_proposal' });
  const placed = { ...cast, gid, works: [] };
  for (const step of order.steps) await step(placed);
}

/** A product with its usual options, at its price. */
async function offerOf(api: Client, { product: search, mode = 'solo', organization = 'harbourBakery' }: DemoOrder & { product: string }) {
  const { gid, available_options: available } = (await api.listProducts({ search, limit: 1 })).items[0]!;
  const buyer = { gid: demoOrganizations[organization] };
  const [due, skill] = [available.due.default!, available.skill?.default as SkillWrite | null | undefined];
  const query = { 'product.gid': gid, 'organization.gid': buyer.gid, 'options.mode': mode, 'options.due': due };
  const { amount } = await api.getPriceFor({ ...query, ...(skill && { 'options.skill': skill }) });
  return { product: { gid }, organization: buyer, options: { mode, due, ...(skill && { skill }) }, price: { amount } };
}
