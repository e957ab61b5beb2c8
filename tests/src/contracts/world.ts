import type { ProductCreate } from '@partner-ordering/client';
import type { ServiceName } from '@partner-ordering/kernel';
import { eventually, keepOutbox, type ApiClient, type KeptEvent } from '@partner-ordering/testing';
import { finishContest, orderOf, type Offer } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import { environment, startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';
import { startDecliningStripe } from './declining-stripe.ts';
import { startPriceSheet } from './price-sheet.ts';
import { tellEverything, type ToldOrganization } from './told-organization.ts';

/** The providers of all contracts as one running system, with everything in it that contracts presuppose. */
export interface World {
  system: TestSystem;
  user: ApiClient;
  manager: ApiClient;
  admin: ApiClient;
  /** What of the world each type of states is about: the fields by which its state is found. */
  has: Readonly<Record<string, object>>;
  offer: Offer;
  /** A finished project with its receipt, and the file that it has in its brief. */
  finished: { project: string; receipt: string; brief: string };
  /** The uploaded picture of the user. */
  avatar: string;
  /** Path of a webhook of the manager's organization. */
  webhook: string;
  /** Has each fact happen, once for all who ask. It takes seconds, so ask before what has a time limit. */
  told(): Promise<ToldOrganization>;
  /** The events of a service as they stood in its outbox, oldest first. */
  events(service: ServiceName): Promise<KeptEvent[]>;
  stop(): Promise<void>;
}

const user: string = demoGids.users.user;
const publishers: readonly ServiceName[] = ['identity', 'catalog', 'ordering', 'billing'];

/** Makes it by the public API, on databases of its own. */
export async function makeWorld(): Promise<World> {
  environment['ALLOW_PRIVATE_TARGETS'] = '1';
  const stripe = await startDecliningStripe();
  const system = await startTestSystem({ variables: { ...stripe.variables, INVOICE_DUE_DAYS: '0' } });
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
  const kept = await Promise.all(
    publishers.map(async (service) => [service, await keepOutbox(system.services[service].database)] as const),
  );
  const people = {
    user: await system.signIn('user@example.com'),
    manager: await system.signIn('manager@example.com'),
    admin: await system.signIn('admin@example.com'),
  };
  const { admin } = people;
  const sheet = await startPriceSheet();
  const organization = await makeOrganization(admin, sheet.url);
  const product = await makeProduct(admin, organization);
  sheet.give(`${product},multi,5,conception,300.00,EUR`);
  await importPrices(admin, organization);
  await makePrice(admin, { product, organization });
  const avatar = await uploadPicture(system);
  await admin.api.updateUser(user, { firstname: 'Uwe' });
  await people.user.api.updateMe({ avatar: { url: avatar } });
  const webhook = await people.manager.api.createWebhook(demoGids.harbourBakery, { url: 'https://1.1.1.1/webhook', is_enabled: false });
  const offer = { product, organization, options: { mode: 'multi' as const, due: 5, skill: 'conception' }, amount: 300, currency: 'EUR' };
  const invoice = await invoiceOrder({ system, ...people }, offer);
  await admin.api.createPaymentSource(organization, { rid: 'cus_4471', reference: 'PO 4471', last_digits: '4242' });
  const finished = await finishOrder({ system, ...people }, offer);
  await admin.api.createCreditNote(organization, { receipt: { gid: finished.receipt }, reason: 'Late', amount: { amount: 1, currency: 'EUR' } });
  let told: Promise<ToldOrganization> | undefined;
  return {
    ...{ system, ...people, offer, finished, avatar, webhook: webhook.href },
    has: {
      ...{ principal: { gid: user }, user: { gid: user }, organization: { gid: organization }, membership: { user, organization } },
      ...{ product: { gid: product }, account: { organization } },
      ...{ project: { gid: finished.project }, receipt: { project: finished.project }, budget_account: { user, organization } },
      ...{ attachment: {}, invoice: { gid: invoice } },
    },
    told: () => (told ??= tellEverything({ system, admin, user: people.user })),
    events: async (service) => (await new Map(kept).get(service)?.()) ?? [],
    stop: async () => {
      await stop();
      await sheet.close();
      await (await told)?.receiver.close();
    },
  };
}

/** An organization with everything that one can have, where the demo user has a budget. */
async function makeOrganization({ api }: ApiClient, sheet: string): Promise<string> {
  const parent = (await api.createOrganization({ name: 'Bakers of the harbour' })).gid;
  const address = { division: 'Orders', address1: '3 quai du Port', address2: 'Second floor', zipcode: '29200', city: 'Brest' };
  const { gid } = await api.createOrganization({
    ...{ name: 'Quay Bakery', hostname: 'quay-bakery.example', vat: 'FR40303265045', parent: { gid: parent }, price_sheet_url: sheet },
    ...{ billing_address: { ...address, state: 'Brittany', country: 'FR', additional: 'Bell 3' }, test: false },
    credit_limit: { amount: 100_000, currency: 'EUR' },
  });
  const budget = { monthly_budget: { amount: 50_000, currency: 'EUR' }, is_manager: true };
  await api.createMembership(user, { organization: { gid }, ...budget });
  return gid;
}

async function makeProduct({ api }: ApiClient, organization: string): Promise<string> {
  const category = (await api.createCategory({ title: 'For contracts' })).gid;
  const available_options: ProductCreate['available_options'] = {
    due: { enum: [5, 10], default: 5 },
    mode: { enum: ['multi', 'solo'], default: 'multi' },
    skill: { enum: ['conception'], default: 'conception' },
    quantity: { enum: [1], default: 1 },
  };
  const organizations = [{ gid: organization }];
  const sign = { title: 'Sign', category: { gid: category }, is_cumulative: true, available_options, organizations };
  return (await api.createProduct(sign)).gid;
}

async function importPrices({ api }: ApiClient, organization: string): Promise<void> {
  const { gid } = await api.importPrices(organization);
  await eventually(async () => (await api.getPriceImport(organization, gid)).status === 'imported');
}

/** A price of the organization that is valid for some time only. */
async function makePrice({ api }: ApiClient, { product, organization }: { product: string; organization: string }): Promise<void> {
  const times = { valid_from: '2020-01-01', valid_until: '2120-01-01' };
  const options = { mode: 'multi', due: 10, skill: 'conception' } as const;
  const [of, by] = [{ gid: product }, { gid: organization }];
  await api.createPrice({ product: of, organization: by, options, amount: 310, currency: 'EUR', ...times });
}

async function finishOrder({ system, user: owner, admin }: Pick<World, 'system' | 'user' | 'admin'>, offer: Offer): Promise<World['finished']> {
  const project = await eventually(() => finishContest(owner, admin, offer));
  const receipt = await receiptOf(owner, project);
  const brief = await uploadPicture(system);
  await owner.api.createProject(orderOf(offer, { brief_files: [{ url: brief }] }));
  return { project, receipt, brief };
}

/** The receipt of a finished project, once it has its PDF. */
const receiptOf = (owner: ApiClient, project: string): Promise<string> =>
  eventually(async () => {
    const { items } = await owner.api.listReceipts({ where: (r) => r.project.gid.eq(project) });
    return items[0]?.file ? items[0].gid : false;
  });

/** An invoice over the receipt of another order; its organization must have no payment source. */
async function invoiceOrder({ user: owner, admin }: Pick<World, 'system' | 'user' | 'admin'>, offer: Offer): Promise<string> {
  await receiptOf(owner, await eventually(() => finishContest(owner, admin, offer)));
  const { gid } = await admin.api.createInvoice({ organization: { gid: offer.organization }, period: new Date().toISOString().slice(0, 7) });
  return gid;
}
