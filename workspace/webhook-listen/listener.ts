import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  createClient,
  password,
  verifyWebhook,
  WebhookVerificationError,
  type Client,
  type EventFilter,
  type WebhookEvent,
} from '@partner-ordering/client';
import type { ListenOptions } from './arguments.ts';

const HOST = '127.0.0.1';
/** The manager of Harbour Bakery in the demo data; see the README. */
const manager = { clientId: 'demo-app', clientSecret: 'demo-secret', username: 'manager@example.com', password: 'demo-password' };

/** A request: a verified event, or why it is none. */
export interface Arrived {
  at: Date;
  event: WebhookEvent | undefined;
  refusal: string | undefined;
  /** The same event came before: an attempt was repeated. */
  isRepeated: boolean;
}

/** A receiver that is registered as a webhook of the demo organization. */
export interface Listener {
  /** Where it listens. */
  url: string;
  organization: string;
  /** Removes the webhook and stops listening. Throws when the webhook could not be removed. */
  end(): Promise<void>;
}

/** Listens and registers itself. `onArrived` is called for each request that comes to its address. */
export async function startListener(options: ListenOptions, onArrived: (arrived: Arrived) => void): Promise<Listener> {
  const api = createClient({ url: options.url, auth: password(manager), retry: { attempts: 1 } });
  const organization = await managedOrganization(api);
  const seen = new Set<string>();
  let secret = '';
  const server = createServer((request, response) => {
    void answer(request, response, options.status, () => secret)
      .then((arrival) => {
        const id = arrival.event?.id;
        onArrived({ ...arrival, isRepeated: id !== undefined && seen.has(id) });
        if (id !== undefined) seen.add(id);
      })
      .catch(() => response.destroy()); // the sender has gone
  });
  await once(server.listen(options.port, HOST), 'listening');
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}/`;
  try {
    const events = options.events as EventFilter[] | null;
    const { gid } = await api.createWebhook(organization, { url, description: 'npm run webhook:listen', ...(events && { events }) });
    secret = (await api.getWebhookSecret(organization, gid)).secret ?? '';
    const end = (): Promise<void> => api.deleteWebhook(organization, gid).finally(() => close(server));
    return { url, organization, end };
  } catch (error) {
    await close(server);
    throw error;
  }
}

async function managedOrganization(api: Client): Promise<string> {
  for await (const { organization, is_manager: isManager } of api.listMyMemberships()) if (isManager) return organization.gid;
  throw new Error(`${manager.username} manages no organization any more; rm -rf .data begins anew with the demo data`);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  secret: () => string,
): Promise<Omit<Arrived, 'isRepeated'>> {
  const at = new Date();
  const body = await buffer(request);
  try {
    const event = await verifyWebhook(body, request.headers, secret());
    response.writeHead(status).end();
    return { at, event, refusal: undefined };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.writeHead(401).end();
    return { at, event: undefined, refusal: error.message };
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
