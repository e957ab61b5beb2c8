import { followedOrganizations } from '@partner-ordering/commerce';
import { createService, rowCipher, type Extension, type ExtensionParts, type Service, type ServiceConfig } from '@partner-ordering/service';
import { Slots } from '@partner-ordering/kernel';
import type { DedicatedConnection } from '@partner-ordering/messaging';
import type { MailSending } from '@partner-ordering/mail';
import { guardedClient, type Resolve } from '@partner-ordering/outbound';
import document from '../generated/openapi.json' with { type: 'json' };
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { internalOperations } from '../generated/internal/operation-index.ts';
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { handlers } from './consumers/index.ts';
import { startDispatcher, type Dispatcher, type Pauses } from './deliveries/dispatcher.ts';
import { deliveryMetrics } from './deliveries/metrics.ts';
import { DeliverySchema } from './domain/deliveries/delivery.ts';
import { renewCursors } from './domain/events/cursor.ts';
import { WebhookSchema } from './domain/webhooks/webhook.ts';
import { WebhookSecretSchema } from './domain/webhooks/webhook-secret.ts';
import { ENCRYPTION_KEYS } from './environment.ts';
import { FeedConnections } from './events/feed-connections.ts';
import { startListener } from './events/listener.ts';
import { jobs } from './jobs/index.ts';
import { migrations } from './migrations.ts';
import { operations } from '../generated/operation-index.ts';
import { deliveries } from './resources/deliveries.ts';
import { webhooks } from './resources/webhooks.ts';

/** Configuration of this service, besides the common one. */
export interface NotificationsOptions {
  /** The keys that encrypt webhooks' secrets, one a line; the first encrypts. */
  encryptionKeys: () => string;
  /** Allows webhooks by HTTP and at private addresses, in development. */
  allowsPrivateTargets: boolean;
  /** See `readTestWebhookOrigin`. */
  testWebhookOrigin?: string | undefined;
  mails: MailSending;
  /** See `readProjectPage`. */
  projectPage?: string | undefined;
  /** See `readStaffMail`. */
  staffMail?: string | undefined;
  /** Looks names up; by default the system. */
  resolve?: Resolve;
  /** Varies the pauses between attempts. */
  random?: () => number;
  /** For tests. */
  pauses?: Partial<Pauses>;
}

/** Maximum concurrent checks of an organization in an instance. */
const CHECKS_AT_ONCE = 2;

/** Webhooks of organizations with their deliveries, the feed of events, and mails about projects and webhooks. */
export const createNotifications = ({
  encryptionKeys,
  allowsPrivateTargets,
  testWebhookOrigin,
  resolve,
  mails,
  projectPage,
  staffMail,
  random,
  pauses,
  ...config
}: ServiceConfig & NotificationsOptions): Promise<Service> => {
  const cipher = rowCipher({
    name: ENCRYPTION_KEYS,
    use: 'partner-ordering webhook secrets',
    of: "a webhook's secret",
    read: encryptionKeys,
    onError: (err) => config.log.warn({ err }, 'The encryption keys were not taken over'),
  });
  const client = guardedClient({ allowPrivate: allowsPrivateTargets, allowedOrigin: testWebhookOrigin, ...(resolve && { resolve }) });
  return createService(
    {
      name: 'notifications',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter(internalOperations, routes) },
      operations,
      resources: { deliveries, webhooks },
      parents: { organizations: followedOrganizations },
      entities: [DeliverySchema, WebhookSchema, WebhookSecretSchema],
      migrations,
      states: [],
      follows,
      handlers: handlers({ mailsStaff: staffMail !== undefined }),
      jobs: jobs({ cipher, mails, projectPage, staffMail }),
      restored: renewCursors,
      extend: (parts) => {
        const dependencies: Dependencies = { client, cipher, checks: new Slots(CHECKS_AT_ONCE), feedConnections: new FeedConnections() };
        const options = { ...config, ...dependencies, testWebhookOrigin, ...(random && { random }), ...(pauses && { pauses }) };
        return { dependencies, ...background(parts, options) };
      },
    },
    config,
  );
};

type BackgroundOptions = Pick<ServiceConfig, 'clock' | 'log'> &
  Pick<Dependencies, 'client' | 'cipher' | 'feedConnections'> &
  Pick<NotificationsOptions, 'testWebhookOrigin' | 'random' | 'pauses'>;

const ORIGIN_WARNING =
  'TEST_WEBHOOK_ORIGIN: every manager may have every path there called by POST, and reads the beginning of what is answered';

/** Runs beside the requests: delivers events to webhooks and wakes those who wait for events. */
function background(
  { database, write, registry }: ExtensionParts,
  options: BackgroundOptions,
): Pick<Extension, 'measure' | 'start' | 'drain' | 'stop'> {
  const { clock, log, client, feedConnections, testWebhookOrigin } = options;
  const metrics = deliveryMetrics(registry, { database, clock });
  let parts: { listener: DedicatedConnection; dispatcher: Dispatcher } | undefined;
  return {
    measure: metrics.measure,
    start: async () => {
      if (testWebhookOrigin !== undefined) log.warn({ origin: testWebhookOrigin }, ORIGIN_WARNING);
      const dispatcher = startDispatcher({ ...options, database, write, metrics });
      const listener = startListener(database, log, (organization) => {
        feedConnections.waiters.wake(organization);
        dispatcher.wake();
      });
      parts = { listener, dispatcher };
    },
    drain: () => {
      feedConnections.drain();
      parts?.dispatcher.drain();
    },
    stop: async () => {
      await Promise.all([parts?.listener.stop(), parts?.dispatcher.stop()]);
      await client.close();
    },
  };
}
