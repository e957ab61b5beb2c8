/** Receives a webhook in the pod of `helm test` and verifies signatures as partners do, see docs/partners/webhooks.md. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pause, STEP_LIMIT_MS, type Admin } from './admin.ts';

/** A webhook that is received. */
export interface Webhook {
  /** Waits a minute for this event of a project. Throws an Error with what came instead. */
  waitForEvent(type: string, project: string): Promise<void>;
}

interface Event {
  type: string;
  data: { project?: { gid: string } };
}

const OLDEST_SECONDS = 300;

/** Throws an Error that says why a signature is invalid (Standard Webhooks, `v1`). */
function verified(headers: IncomingHttpHeaders, body: Buffer, secret: string): Event {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') throw new Error('it is not signed');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= OLDEST_SECONDS)) throw new Error(`its time is ${timestamp}`);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const candidates = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []));
  if (!candidates.some((one) => one.length === expected.length && timingSafeEqual(one, expected)))
    throw new Error('its signature does not fit');
  return JSON.parse(body.toString()) as Event;
}

/** The requests to the webhook: verified by `secret` once it is known, answered 503 before. */
class Receiver implements Webhook {
  /** A random path, so that requests to other paths do not count for this test. */
  readonly path = `/${randomUUID()}`;
  secret: string | undefined;
  readonly events: Event[] = [];
  readonly refusals: string[] = [];
  readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void buffer(request).then(
        (body) => response.writeHead(request.url === this.path ? this.#take(request.headers, body) : 404).end(),
        () => response.destroy(),
      );
    });
  }

  #take(headers: IncomingHttpHeaders, body: Buffer): number {
    if (this.secret === undefined) return 503;
    try {
      this.events.push(verified(headers, body, this.secret));
      return 204;
    } catch (error) {
      this.refusals.push((error as Error).message);
      return 401;
    }
  }

  async waitForEvent(type: string, project: string): Promise<void> {
    const end = performance.now() + STEP_LIMIT_MS;
    while (!this.events.some((event) => event.type === type && event.data.project?.gid === project)) {
      const arrivals = [...this.events.map((event) => event.type), ...this.refusals].join(', ');
      if (this.refusals.length > 0) throw new Error(`the event ${type} of ${project}: ${arrivals}`);
      if (performance.now() > end)
        throw new Error(`the event ${type} of ${project}: not within ${STEP_LIMIT_MS / 1000} s; came: ${arrivals}`);
      await pause();
    }
  }
}

/**
 * Listens at the port of `origin`, adds a webhook there, and waits until a check has reached it, since a new pod is not reachable from
 * everywhere at once. `cleanup` deletes the webhook, even while it is being added. Throws an Error with the answer.
 */
export async function receiveWebhook(admin: Admin, organization: string, origin: URL, cleanup: AsyncDisposableStack): Promise<Webhook> {
  const receiver = new Receiver();
  cleanup.defer(() => void (receiver.server.close(), receiver.server.closeAllConnections()));
  await once(receiver.server.listen(Number(origin.port)), 'listening');
  const webhooks = `/v1/orgs/${organization}/webhooks`;
  const { href: url } = new URL(receiver.path, origin);
  const creation = admin.create(webhooks, { url, description: 'Made by helm test', events: ['project.*'] });
  cleanup.defer(async () => {
    const createdGid = await creation.catch(() => undefined);
    if (createdGid !== undefined) await admin.remove(`${webhooks}/${createdGid}`);
  });
  const gid = await creation;
  receiver.secret = (await admin.expect(200, 'GET', `${webhooks}/${gid}/secret`)).body.secret as string;
  await untilChecked(admin, webhooks, gid);
  return receiver;
}

async function untilChecked(admin: Admin, webhooks: string, gid: string): Promise<void> {
  const end = performance.now() + STEP_LIMIT_MS;
  for (;;) {
    const { body } = await admin.expect(200, 'POST', `${webhooks}/check`, { webhook: { gid } });
    if (body.is_delivered) return;
    if (performance.now() > end) throw new Error(`the check of the webhook: ${JSON.stringify(body)}`);
    await pause();
  }
}
