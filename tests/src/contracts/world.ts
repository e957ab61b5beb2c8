import type { ServiceName } from '@partner-ordering/kernel';
import { eventually, recordOutbox, type ApiClient, type RecordedEvent } from '@partner-ordering/testing';
import { orderOf } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { environment, startTestSystem } from '../system.ts';
import type { TestSystem } from '../test-system.ts';
import { startDecliningStripe } from './declining-stripe.ts';
import { causeAllEvents, type SubscribedOrganization } from './subscribed-organization.ts';

/** The providers of all contracts as one running system, in which everything has happened that contracts presuppose. */
export interface World {
  system: TestSystem;
  user: ApiClient;
  manager: ApiClient;
  admin: ApiClient;
  subscribed: SubscribedOrganization;
  /** An order of the user with a file in its brief, and a file that they show as their picture. */
  project: string;
  brief: string;
  avatar: string;
  /** An event of this type as it stood in the outbox of a service: of all that were published, the one with most in it. */
  published(service: ServiceName, type: string): Promise<RecordedEvent['event']>;
  stop(): Promise<void>;
}

const publishers: readonly ServiceName[] = ['identity', 'catalog', 'ordering', 'billing'];

/** Makes it by the public API, on databases of its own. */
export async function makeWorld(): Promise<World> {
  environment['ALLOW_PRIVATE_TARGETS'] = '1';
  const stripe = await startDecliningStripe();
  const payments = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const variables = { ...payments, STRIPE_API_URL: new URL('/', stripe.url).href, INVOICE_DUE_DAYS: '0' };
  const system = await startTestSystem({ variables });
  const stop = async () => {
    await system.stop();
    await stripe.close();
  };
  return fill(system, stop).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
}

async function fill(system: TestSystem, stop: () => Promise<void>): Promise<World> {
  const recorded = await Promise.all(publishers.map((service) => recordOutbox(system.services[service].database)));
  const [user, manager, admin] = [
    await system.signIn('user@example.com'),
    await system.signIn('manager@example.com'),
    await system.signIn('admin@example.com'),
  ];
  const subscribed = await causeAllEvents({ system, admin, user });
  const [brief, avatar] = [await uploadPicture(system), await uploadPicture(system)];
  const { gid: project } = await user.api.createProject(orderOf(subscribed.offer, { brief_files: [{ url: brief }] }));
  await user.api.updateMe({ avatar: { url: avatar } });
  return {
    system,
    user,
    manager,
    admin,
    subscribed,
    project,
    brief,
    avatar,
    published: (service, type) =>
      eventually(async () => {
        const events = (await recorded[publishers.indexOf(service)]!()).map(({ event }) => event).filter((event) => event.type === type);
        return events.toSorted((one, other) => lengthOf(one) - lengthOf(other)).at(-1) ?? false;
      }),
    stop: async () => {
      await stop();
      await subscribed.receiver.close();
    },
  };
}

const lengthOf = ({ data }: RecordedEvent['event']): number => JSON.stringify(data).length;
