import type { ProductCreate } from '@partner-ordering/client';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, tokenIn, type ApiClient, type Receiver } from '@partner-ordering/testing';
import { finishContest, type Offer } from '../orders.ts';
import { receiptOf } from '../requests.ts';
import { demoGids, type TestSystem } from '../test-system.ts';
import { orderEverything } from './subscribed-orders.ts';

/** An organization in which every event for partners happens once, and the web server that receives them. */
export interface SubscribedOrganization {
  gid: string;
  /** Its orders, with a receipt that it got. */
  offer: Offer;
  receipt: string;
  webhook: string;
  /** The secret of its only webhook, which gets every event. */
  secret: string;
  receiver: Receiver;
}

/** The acting users. */
interface Cast {
  system: TestSystem;
  admin: ApiClient;
  user: ApiClient;
}

const { user, colleague } = demoGids.users;
const EUR = 'EUR';

/**
 * Creates the organization and its events. The system charges at `startDecliningStripe`. Events of later jobs may still be on their way.
 */
export async function causeAllEvents(cast: Cast): Promise<SubscribedOrganization> {
  const sheet = await startReceiver();
  try {
    const subscribed = await makeOrganization(cast, sheet);
    const limited = await changeMembers(cast, subscribed.gid);
    const { offer, solo } = await changeCatalog(cast, subscribed.gid, sheet);
    await orderEverything({ system: cast.system, admin: cast.admin, owner: cast.user, member: colleague, limited, offer, solo });
    const receipt = await bill(cast, offer);
    await cast.admin.api.checkWebhook(subscribed.gid, { webhook: { gid: subscribed.webhook } });
    return { ...subscribed, offer, receipt };
  } finally {
    await sheet.close();
  }
}

async function makeOrganization({ admin: { api } }: Cast, sheet: Receiver) {
  const parent = (await api.createOrganization({ name: 'Bakers of the harbour' })).gid;
  const address = { division: 'Orders', address1: '3 quai du Port', address2: 'Second floor', zipcode: '29200', city: 'Brest' };
  const { gid } = await api.createOrganization({
    name: 'Pier Bakery',
    hostname: 'pier-bakery.example',
    vat: 'FR40303265045',
    parent: { gid: parent },
    price_sheet_url: sheet.url,
    project_page_url: 'https://shop.example/orders/{gid}',
    billing_address: { ...address, state: 'Brittany', country: 'FR', additional: 'Bell 3' },
    test: false,
    credit_limit: { amount: 100_000, currency: EUR },
  });
  const receiver = await startReceiver();
  const { gid: webhook } = await eventually(() => api.createWebhook(gid, { url: receiver.url }));
  return { gid, webhook, receiver, secret: (await api.getWebhookSecret(gid, webhook)).secret! };
}

/** Adds, changes and removes members. Answers one with a budget that is too small for any order. */
async function changeMembers({ system, admin }: Cast, gid: string): Promise<ApiClient> {
  const { api } = admin;
  const email = 'baker@pier-bakery.example';
  await api.createInvitation({ email, organization: { gid }, budget: { amount: 1, currency: EUR } });
  const token = tokenIn(await system.mailTo(email, 'invitation'));
  const invited = await api.createUserFromInvitation(token, { firstname: 'Bo', lastname: 'Baker', password: 'zebra-lamp-42' });
  await system.setPassword(invited.gid);
  await api.createMembership(user, { organization: { gid } });
  await api.updateMembership(user, gid, { monthly_budget: { amount: 50_000, currency: EUR } });
  await api.updateMembership(user, gid, { is_manager: true });
  await api.createMembership(colleague, { organization: { gid } });
  await api.createMembership(demoGids.users.manager, { organization: { gid } });
  await api.deleteMembership(demoGids.users.manager, gid);
  return system.signIn(email);
}

/** Adds, changes and removes products and prices. Answers those that stay. */
async function changeCatalog({ admin: { api } }: Cast, gid: string, sheet: Receiver): Promise<{ offer: Offer; solo: Offer }> {
  const category = { gid: (await api.createCategory({ title: 'For the pier' })).gid };
  const available_options: ProductCreate['available_options'] = {
    due: { enum: [5, 10], default: 5 },
    mode: { enum: ['multi', 'solo'], default: 'multi' },
  };
  const makeProduct = async (title: string, options: object = {}) =>
    (await api.createProduct({ title, category, available_options: { ...available_options, ...options }, organizations: [{ gid }] })).gid;
  const product = await makeProduct('Flag');
  const otherOptions = { skill: { enum: ['conception'], default: 'conception' }, quantity: { enum: [1], default: 1 } };
  await makeProduct('Sign', otherOptions);
  await api.updateProduct(await makeProduct('Banner'), { organizations: [] });
  const prices = ['product,mode,due,skill,amount,currency', `${product},multi,5,,300.00,EUR`, `${product},solo,5,,200.00,EUR`, ''];
  sheet.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(prices.join('\r\n'));
  const imported = await api.importPrices(gid);
  await eventually(async () => (await api.getPriceImport(gid, imported.gid)).status === 'imported');
  const price = { product: { gid: product }, organization: { gid }, options: { mode: 'multi', due: 10 } as const };
  await api.deletePrice((await api.createPrice({ ...price, amount: 310, currency: EUR })).gid);
  const priceScope = { product, organization: gid, currency: EUR };
  return {
    offer: { ...priceScope, options: { mode: 'multi', due: 5 }, amount: 300 },
    solo: { ...priceScope, options: { mode: 'solo', due: 5 }, amount: 200 },
  };
}

/** Two invoices, one overdue and then paid, the other void; and a failed charge, whose receipt it answers. */
async function bill({ system, admin, user: owner }: Cast, offer: Offer): Promise<string> {
  const issue = async (): Promise<string> => {
    const receipt = await receiptOf(owner, await finishContest(owner, admin, offer));
    const { created_at: at } = await admin.api.getReceipt(receipt);
    return (await admin.api.createInvoice({ organization: { gid: offer.organization }, period: at.slice(0, '2026-11'.length) })).gid;
  };
  const owed = await issue();
  await system.services.billing.write(async (_tx, { addJob }) => addJob({ name: 'remind_invoices', key: newGid(), data: {} }));
  const text = 'select from invoice where gid = $1 and reminders > 0';
  await eventually(async () => (await system.services.billing.database.query({ text, values: [owed] })).length === 1);
  await admin.api.updateInvoice(owed, { status: 'paid' });
  await admin.api.updateInvoice(await issue(), { status: 'void' });
  await admin.api.createPaymentSource(offer.organization, { rid: 'cus_declined' });
  const receipt = await receiptOf(owner, await finishContest(owner, admin, offer));
  await eventually(async () => (await owner.api.getReceipt(receipt)).file !== null);
  return receipt;
}
