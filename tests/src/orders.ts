import type { ModeWrite, ProjectCreate } from '@partner-ordering/client';
import type { ApiClient } from '@partner-ordering/testing';
import { demoGids } from './test-system.ts';

/** A product of the demo data with a configuration of it and what it costs an organization. */
export interface Offer {
  product: string;
  organization: string;
  options: { mode: ModeWrite; due: number };
  amount: number;
  currency: string;
}

/** Finds a product by its title and asks for its price, as a partner's form would. */
export async function findOffer(
  { api }: ApiClient,
  {
    title = 'Logo design',
    mode = 'multi',
    organization = demoGids.harbourBakery,
  }: { title?: string; mode?: ModeWrite; organization?: string } = {},
): Promise<Offer> {
  const { items } = await api.listProducts({ search: title, limit: 1 });
  const { gid: product, available_options: available } = items[0]!;
  const options = { mode, due: available.due.enum[0]! };
  const priceQuery = { 'product.gid': product, 'organization.gid': organization, 'options.mode': mode, 'options.due': options.due };
  const { amount, currency } = await api.getPriceFor(priceQuery);
  return { product, organization, options, amount, currency };
}

/** A body of `POST /v1/projects` that is right, as long as the changes are. */
export const orderOf = ({ product, organization, options, amount }: Offer, changes: object = {}): ProjectCreate => ({
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
  const { gid } = await user.api.createProject(orderOf(offer, { state: 'published' }));
  const worker = await admin.api.createWorker({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' });
  const winner = await admin.api.createWork({ project: { gid }, worker: { gid: worker.gid } });
  await user.api.updateProject(gid, { winner: { gid: winner.gid } });
  return gid;
}
