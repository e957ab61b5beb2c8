import { gidOf, type ApiClient } from '@partner-ordering/testing';
import { demoGids } from './test-system.ts';

/** A product of the demo data with a configuration of it and what it costs an organization. */
export interface Offer {
  product: string;
  organization: string;
  options: { mode: string; due: number };
  amount: number;
  currency: string;
}

/** Finds a product by its title and asks for its price, as a partner's form would. */
export async function findOffer(
  client: ApiClient,
  { title = 'Logo design', mode = 'multi', organization = demoGids.harbourBakery as string } = {},
): Promise<Offer> {
  const { body } = await client.get('/v1/products', { parameters: { search: title, limit: 1 } });
  const product = body.items[0];
  const options = { mode, due: product.available_options.due.enum[0] as number };
  const { status, body: price } = await client.get('/v1/prices/for', {
    parameters: { 'product.gid': product.gid, 'organization.gid': organization, 'options.mode': mode, 'options.due': options.due },
  });
  if (status !== 200) throw new Error(`the price of ${title} answered ${status}: ${JSON.stringify(price)}`);
  return { product: product.gid, organization, options, amount: price.amount, currency: price.currency };
}

/** A body of `POST /v1/projects` that is right. */
export const orderOf = ({ product, organization, options, amount }: Offer, changes: object = {}): Record<string, unknown> => ({
  title: 'A logo for the spring campaign',
  description: '<p>Fresh and simple</p>',
  product: { gid: product },
  organization: { gid: organization },
  options,
  price: { amount },
  state: 'draft',
  ...changes,
});

/** Path of a membership. */
export const membershipPath = (user: string, organization: string = demoGids.harbourBakery): string =>
  `/v1/users/${user}/member_of/${organization}`;

/** Publishes an order in mode `multi`, has one work posted for it and makes it the winner; answers the finished project's gid. */
export async function finishContest(user: ApiClient, admin: ApiClient, offer: Offer): Promise<string> {
  const project = gidOf(await user.create('/v1/projects', orderOf(offer, { state: 'published' })));
  const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
  const worker = gidOf(await admin.create('/v1/workers', person));
  const work = gidOf(await admin.create('/v1/works', { project: { gid: project }, worker: { gid: worker } }));
  const { status, body } = await user.put(`/v1/projects/${project}`, { winner: { gid: work } });
  if (status !== 204) throw new Error(`the winner was answered ${status}: ${JSON.stringify(body)}`);
  return project;
}
