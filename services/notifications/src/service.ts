import { followedOrganizations } from '@partner-ordering/commerce';
import { createService, rowCipher, type Service, type ServiceConfig } from '@partner-ordering/http';
import { guardedClient, type Resolve } from '@partner-ordering/outbound';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { Turns } from './deliveries/turns.ts';
import { WebhookSchema } from './domain/webhooks/webhook.ts';
import { WebhookSecretSchema } from './domain/webhooks/webhook-secret.ts';
import { ENCRYPTION_KEYS } from './environment.ts';
import { jobs } from './jobs/index.ts';
import { migrations } from './migrations/index.ts';
import { operations } from './operations/index.ts';
import { webhooks } from './resources/webhooks.ts';

/** Configuration of this service, besides the common one. */
export interface NotificationsOptions {
  /** The keys that encrypt webhooks' secrets, one a line; the first encrypts. */
  encryptionKeys: () => string;
  /** In development: webhooks by HTTP and at private addresses. */
  allowsPrivateTargets: boolean;
  /** How names of addresses are looked up; by default as the system does. */
  resolve?: Resolve;
}

/** So many checks of an organization run at once in an instance: they are for trying, not for sending. */
const CHECKS_AT_ONCE = 2;

/** Webhooks of organizations. */
export const createNotifications = ({
  encryptionKeys,
  allowsPrivateTargets,
  resolve,
  ...config
}: ServiceConfig & NotificationsOptions): Promise<Service> => {
  const cipher = rowCipher({
    name: ENCRYPTION_KEYS,
    use: 'partner-ordering webhook secrets',
    of: "a webhook's secret",
    read: encryptionKeys,
    onError: (err) => config.log.warn({ err }, 'The encryption keys were not taken over'),
  });
  const client = guardedClient({ allowPrivate: allowsPrivateTargets, ...(resolve && { resolve }) });
  return createService(
    {
      name: 'notifications',
      document,
      createRouter,
      operations,
      resources: { webhooks },
      parents: { organizations: followedOrganizations },
      entities: [WebhookSchema, WebhookSecretSchema],
      migrations,
      states: [],
      follows,
      jobs: jobs(cipher),
      extend: () => ({
        dependencies: { client, cipher, turns: new Turns(CHECKS_AT_ONCE) } satisfies Dependencies,
        stop: () => void client.close(),
      }),
    },
    config,
  );
};
