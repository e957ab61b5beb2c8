import { serviceNames, type ServiceName } from '@partner-ordering/kernel';
import type { ProviderState, Values } from './partner-states.ts';
import { serviceToken } from '../system.ts';
import { demoGids } from '../test-system.ts';
import type { World } from './world.ts';

/** The states that contracts between the services name, at one provider. */
export function serviceStates(provider: ServiceName): Readonly<Record<string, ProviderState>> {
  const callers = ['gateway', ...serviceNames] as const;
  return {
    ...Object.fromEntries(callers.map((caller) => [`asked by ${caller}`, async () => ({ token: await serviceToken(caller, provider) })])),
    'a session that has ended': async ({ system }) => {
      const { body } = await system.oauth('/oauth2/token', { grant_type: 'password', username: 'user@example.com', password: 'demo-password' });
      await system.oauth('/oauth2/revoke', { token: body.refresh_token });
      return {};
    },
    'a product with projects': async ({ offer }) => ({ product: offer.product }),
    'a price of an organization': async ({ user }) => ({
      product: (await user.get('/v1/products', { parameters: { search: 'Logo design' } })).body.items[0].gid,
      organization: demoGids.harbourBakery,
    }),
    'no document of a receipt': async () => ({}),
    'a user who may upload': async ({ has }) => ({ user: userOf(has) }),
    'a picture that a user has uploaded': async ({ has, finished }) => ({ user: userOf(has), file: finished.brief }),
    'a resource that a user may see': async ({ has, finished, offer, webhook }) => ({
      user: provider === 'notifications' ? demoGids.users.manager : userOf(has),
      uri: {
        billing: `/v1/receipts/${finished.receipt}`,
        identity: `/v1/organizations/${(has['organization'] as { gid: string }).gid}`,
        notifications: webhook,
      }[provider as string] ?? `/v1/products/${offer.product}`,
    }),
    'a file that a user may read': async ({ has, finished, avatar }) => ({
      user: userOf(has),
      file: { billing: `receipt-${finished.receipt}.pdf`, identity: avatar }[provider as string] ?? finished.brief,
    }),
  };
}

const userOf = (has: World['has']): string => (has['user'] as { gid: string }).gid;

/** How the states begin that name an aggregate by the type of its public state, or what a fact has happened to by the fact's type. */
export const ONE_AGGREGATE = 'one ';

/** `one price list`: the aggregate of the world that has states of this type; `key` names it in paths. */
export async function oneAggregate({ system, has }: World, provider: ServiceName, type: string): Promise<Values> {
  const text = 'select key from shared_state where type = $1 and state @> $2 order by version desc limit 1';
  const values = [type, JSON.stringify(has[type] ?? {})];
  const [row] = await system.services[provider].database.query<{ key: string }>({ text, values });
  if (!row) throw new Error(`there is no ${type} at ${provider}; makeWorld in tests/src/contracts/world.ts should make one`);
  return { key: encodeURIComponent(row.key) };
}

/** `one project.shared`: something to which this fact has happened, as the provider has published it last. */
export async function oneFact({ events, told }: World, provider: ServiceName, type: string): Promise<Values> {
  await told();
  const { event } = (await events(provider)).findLast((kept) => kept.event.type === type) ?? {};
  if (!event) throw new Error(`${provider} has published no ${type}; tellEverything in tests/src/contracts/told-organization.ts should cause one`);
  return { key: encodeURIComponent(event.subject.slice(event.subject.indexOf('/') + 1)) };
}
