import type { ServiceName } from '@partner-ordering/kernel';
import { demoGids, issuer } from '../test-system.ts';
import type { ProviderState } from './partner-states.ts';
import type { World } from './world.ts';

/** The states that contracts between the services name, at one provider. */
export function serviceStates(world: World, provider: ServiceName): Readonly<Record<string, ProviderState>> {
  const { user } = demoGids.users;
  const { subscribed, project, brief, avatar } = world;
  const { product } = subscribed.offer;
  const uris: Partial<Record<ServiceName, string>> = {
    billing: `/v1/receipts/${subscribed.receipt}`,
    identity: `/v1/organizations/${subscribed.gid}`,
    notifications: `/v1/orgs/${subscribed.gid}/webhooks/${subscribed.webhook}`,
    catalog: `/v1/products/${product}`,
  };
  const files: Partial<Record<ServiceName, string>> = { billing: `receipt-${subscribed.receipt}.pdf`, identity: avatar };
  return {
    'a user': async () => ({ user }),
    'a person who is signed in in a browser': async ({ system }) => {
      const form = new URLSearchParams({ username: 'user@example.com', password: 'demo-password' }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(issuer).origin };
      const answer = await system.bearer(undefined).post('/oauth2/sign_in', form, { headers });
      return { secret: /=([\w-]+);/.exec(answer.headers.get('set-cookie')!)![1]! };
    },
    'a session that has ended': async ({ system }) => {
      const { body } = await system.oauth('/oauth2/token', {
        grant_type: 'password',
        username: 'user@example.com',
        password: 'demo-password',
      });
      await system.oauth('/oauth2/revoke', { token: body.refresh_token });
      return {};
    },
    'a product with projects': async () => ({ product }),
    'a price of an organization': async () => ({ product, organization: subscribed.gid }),
    'a picture that a user has uploaded': async () => ({ user, file: brief }),
    'a resource that a user may see': async () => ({ user, uri: uris[provider]! }),
    'a file that a user may read': async () => ({ user, file: files[provider] ?? brief }),
    'a project with a brief file': async () => ({ user, project, file: brief }),
    'a public state': async ({ published }, { type }) => {
      const { subject } = await published(provider, `${String(type)}.state`);
      return { key: encodeURIComponent(subject.slice(subject.indexOf('/') + 1)) };
    },
  };
}
