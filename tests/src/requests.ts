import { upload } from '@partner-ordering/client';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { allowApplication } from './authorizations.ts';
import { finishContest, orderOf, type Offer } from './orders.ts';
import { demoGids, localUrl, type TestSystem } from './test-system.ts';

/** Resources of Harbour Bakery alone: one of each kind that a path can name. */
export interface Belongings {
  organization: string;
  user: string;
  category: string;
  product: string;
  price: string;
  project: string;
  worker: string;
  work: string;
  review: string;
  message: string;
  comment: string;
  receipt: string;
  creditNote: string;
  invoice: string;
  invitation: string;
  application: string;
  webhook: string;
  /** Path of a private file of the project's brief and of the message. */
  file: string;
  star: string;
  session: string;
  /** A user's permission for an application. */
  authorization: string;
  /** A browser where a user is signed in. */
  browserSession: string;
  offer: Offer;
}

/** Creates them so that no other organization may see any. */
export async function makeBelongings(system: Pick<TestSystem, 'signIn' | 'url'>): Promise<Belongings> {
  const [user, admin] = [await system.signIn('user@example.com'), await system.signIn('admin@example.com')];
  const organization: string = demoGids.harbourBakery;
  const category = (await admin.api.createCategory({ title: 'For the bakery' })).gid;
  const options = { mode: 'multi', due: 5 } as const;
  const available_options = { due: { enum: [options.due] }, mode: { enum: [options.mode] } };
  const organizations = [{ gid: organization }];
  const bread = { title: 'Bread', category: { gid: category }, available_options, organizations };
  const product = (await admin.api.createProduct(bread)).gid;
  const price = { product: { gid: product }, organization: { gid: organization }, options, amount: 50, currency: 'EUR' };
  const offer = { product, organization, options, amount: 50, currency: 'EUR' };
  const file = await uploadPicture(system);
  const priceGid = (await admin.api.createPrice(price)).gid;
  const receipt = await receiptOf(user, await finishContest(user, admin, offer));
  const invited = { email: `${crypto.randomUUID()}@example.com`, organization: { gid: organization } };
  return {
    organization,
    category,
    product,
    offer,
    user: demoGids.users.user,
    file,
    price: priceGid,
    project: (await user.api.createProject(orderOf(offer, { brief_files: [{ url: file }] }))).gid,
    ...(await makeContest(user, admin, offer, file)),
    receipt,
    invoice: await invoiceOf(user, admin, offer),
    creditNote: (await admin.api.createCreditNote(organization, creditOf(receipt))).gid,
    star: (await user.api.starFile({ path: file })).gid,
    invitation: (await admin.api.createInvitation(invited)).gid,
    webhook: (await admin.api.createWebhook(organization, webhookOf())).gid,
    session: await sessionOf(await system.signIn('user@example.com')),
    authorization: await allowApplication(system.url, user, admin),
    browserSession: (await user.api.listMyBrowserSessions()).items[0]!.gid,
    application: (await admin.api.createApplication({ name: 'Bakery', grants: ['password'], organizations })).gid,
  };
}

/** The session of a client's own token. */
export const sessionOf = async ({ api }: Pick<ApiClient, 'api'>): Promise<string> =>
  (await api.listMySessions({ limit: 100 })).items.find((session) => session.is_current)!.gid;

/** A webhook without deliveries. */
export const webhookOf = () => ({ url: 'https://1.1.1.1/webhook', events: ['project.*' as const], is_enabled: false });

/** An invoice for the receipt of another project, created while the organization has no payment source. */
async function invoiceOf(user: ApiClient, admin: ApiClient, offer: Offer): Promise<string> {
  const { organization } = offer;
  await receiptOf(user, await finishContest(user, admin, offer));
  const { rid, reference } = await admin.api.getPaymentSource(organization);
  await admin.api.deletePaymentSource(organization);
  const { gid } = await admin.api.createInvoice(invoicedOf(organization));
  await admin.api.createPaymentSource(organization, { rid, reference });
  return gid;
}

const invoicedOf = (organization: string) => ({ organization: { gid: organization }, period: new Date().toISOString().slice(0, 7) });

const creditOf = (receipt: string) => ({ receipt: { gid: receipt }, reason: 'Delivered late', amount: { amount: 1, currency: 'EUR' } });

/** The receipt of a finished project, once it exists. */
export const receiptOf = ({ api }: ApiClient, project: string): Promise<string> =>
  eventually(async () => {
    const { items } = await api.listReceipts({ where: (r) => r.project.gid.eq(project) });
    return items[0]?.gid ?? false;
  });

/** As if the PDF of a receipt had failed three times, once its job has ended. */
export async function failPdf({ services: { billing } }: TestSystem, { api }: ApiClient, receipt: string, error: string): Promise<void> {
  await eventually(async () => (await api.getReceipt(receipt)).file);
  const text = `insert into job (name, key, data, last_error, attempts, given_up_at) values ('render_receipt', $1, '{}', $2, 3, now())
    on conflict (name, key) do nothing returning id`;
  await eventually(async () => (await billing.database.query({ text, values: [receipt, error] })).length > 0);
  await billing.database.query({ text: 'update receipt set file_url = null where gid = $1', values: [receipt] });
}

/** An image as base64. */
export const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const picture = (): File => new File([Buffer.from(onePixel, 'base64')], 'logo.png', { type: 'image/png' });

/** Uploads an image, or another file, and answers its path. */
export async function uploadPicture({ signIn }: Pick<TestSystem, 'signIn'>, email = 'user@example.com', file = picture()): Promise<string> {
  const { api } = await signIn(email, 'upload_files');
  return (await upload(api, file)).url;
}

/** Uploads an image as a browser does, and answers its path and the `Location` header. */
export async function uploadFor(system: Pick<TestSystem, 'signIn' | 'url'>, email: string): Promise<{ path: string; location: string }> {
  const user = await system.signIn(email, 'upload_files');
  const { action, fields, file_field } = (await user.get('/v1/upload_form')).body;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
  form.append(file_field, picture());
  const answer = await fetch(localUrl(system, action), { method: 'POST', body: form });
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}`);
  return { path: fields.key, location: answer.headers.get('location')! };
}

/** A running contest's worker and work, the review of a finished one, and its comments. */
async function makeContest(
  user: ApiClient,
  admin: ApiClient,
  offer: Offer,
  file: string,
): Promise<Pick<Belongings, 'worker' | 'work' | 'review' | 'message' | 'comment'>> {
  const worker = (await admin.api.createWorker({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' })).gid;
  const enter = async () => {
    const project = (await user.api.createProject(orderOf(offer, { state: 'published' }))).gid;
    return { project, work: (await admin.api.createWork({ project: { gid: project }, worker: { gid: worker } })).gid };
  };
  const [{ work }, winningWork] = [await enter(), await enter()];
  await user.api.updateProject(winningWork.project, { winner: { gid: winningWork.work } });
  const marks = { quality: 5, reactivity: 5, communicativeness: 5, work_with_again: 5 };
  const review = await user.api.createReview({ project: { gid: winningWork.project }, worker: { gid: worker }, ...marks });
  const message = await user.api.createMessage(winningWork.project, { message: 'Well done', attached_files: [{ url: file }] });
  const comment = await user.api.createComment({ message: 'To be kept', uri: message.href });
  return { worker, work, review: review.gid, message: message.gid, comment: comment.gid };
}

/** For paths without a resource: a fresh installation has none, or only a mail has its token. */
const unknownGid = '019a0000-0000-7000-8000-00000000ffff';

/** The path parameters of an operation, naming belongings. Throws for an unknown path: add a line for a new one. */
export function pathOf(
  path: string,
  {
    organization,
    user,
    category,
    product,
    price,
    project,
    receipt,
    creditNote,
    invoice,
    file,
    star,
    worker,
    work,
    review,
    message,
    comment,
    invitation,
    application,
    webhook,
    session,
    authorization,
    browserSession,
  }: Belongings,
): string {
  const gids: Record<string, string> = {
    users: user,
    organizations: organization,
    orgs: organization,
    categories: category,
    products: product,
    prices: price,
    files: file,
    file_info: file,
    img: file,
    'p/img': file,
    storage: file,
    workers: worker,
    works: work,
    reviews: review,
    comments: comment,
    projects: project,
    receipts: receipt,
    invoices: invoice,
    'p/organizations': 'harbour-bakery.example',
    undelivered_mails: unknownGid,
    invitations: invitation,
    applications: application,
    'me/sessions': session,
    'me/authorizations': authorization,
    'me/browser_sessions': browserSession,
    'p/payment_events': 'stripe',
    'p/password_resets': unknownGid,
    'p/email_confirmations': unknownGid,
    'p/email_restorations': unknownGid,
    'p/invitations': unknownGid,
  };
  const [, collection = '', parameter] = /^\/v1\/((?:p\/|me\/)?\w+)\/\{(\w+)\}/.exec(path) ?? [];
  if (parameter === undefined) return path;
  // A user who may not see an invitation does not know its token either.
  const gid = parameter === 'token' ? unknownGid : gids[collection];
  if (gid === undefined) throw new Error(`${path}: say in tests/src/requests.ts what of Harbour Bakery stands there`);
  const inner = {
    orgaGid: organization,
    messageGid: message,
    userGid: user,
    filepath: file,
    starGid: star,
    importGid: unknownGid,
    webhookGid: webhook,
    deliveryGid: unknownGid,
    gid: creditNote,
  };
  return Object.entries(inner).reduce((all, [name, value]) => all.replace(`{${name}}`, value), path.replace(`{${parameter}}`, gid));
}

/** Query parameters without which an operation is refused. */
export function queryOf(operationId: string, { project, offer }: Belongings): Record<string, unknown> {
  const { product, organization, options } = offer;
  const queries: Record<string, Record<string, unknown>> = {
    getPriceFor: { 'product.gid': product, 'organization.gid': organization, 'options.mode': options.mode, 'options.due': options.due },
    listComments: { query: ['uri', '==', `/v1/projects/${project}`] },
  };
  return queries[operationId] ?? {};
}

/** A valid body of an operation, or undefined. Throws for an operation with an unknown body: add a line for it. */
export function bodyOf(
  operationId: string,
  { organization, category, product, offer, project, worker, file, receipt }: Belongings,
): unknown {
  const unique = crypto.randomUUID();
  const { options } = offer;
  const available_options = { due: { enum: [1, 2] }, mode: { enum: ['solo'] }, skill: null, quantity: null };
  const bodies: Record<string, unknown> = {
    runBatch: [{ relative_url: '/v1/categories', method: 'GET' }],
    authorizeApplication: { decision: 'cancel' },
    signInBrowser: { username: 'user@example.com', password: 'wrong-password', return_to: '/console/orders' },
    signOut: { return_to: '/console/' },
    issueToken: { grant_type: 'password', username: 'user@example.com', password: 'demo-password', scope: 'base' },
    revokeToken: { token: 'unknown', token_type_hint: 'access_token' },
    introspectToken: { token: 'unknown', token_type_hint: 'access_token' },
    createUser: {
      email: `${unique}@example.com`,
      firstname: 'Robin',
      lastname: 'Reed',
      locale: 'en',
      member_of: [{ organization: { gid: organization } }],
    },
    updateUser: { firstname: 'Uwe', phone: null, roles: ['customer'] },
    updateMe: { firstname: 'Uwe', phone: null },
    changePassword: { current_password: 'wrong-password', password: 'zebra-lamp-42' },
    requestPasswordReset: { email: 'nobody@example.com' },
    resetPassword: { password: 'zebra-lamp-42' },
    restoreEmail: { password: 'zebra-lamp-42' },
    createApplication: {
      name: 'Shop',
      grants: ['client_credentials', 'password', 'refresh_token'],
      scopes: ['base'],
      redirect_uris: ['https://shop.example/signed-in'],
      organizations: [{ gid: organization }],
      user: { gid: demoGids.users.robot },
    },
    updateApplication: { name: 'Web shop', is_enabled: true },
    rotateApplicationSecret: { grace_seconds: 3600 },
    createWebhook: webhookOf(),
    updateWebhook: { description: 'Ours', signatures: ['v1', 'v1a'] },
    rotateWebhookSecret: { grace_seconds: 3600 },
    recoverDeliveries: { since: new Date(Date.now() - 60_000).toISOString(), until: null, include_unsent: true },
    // The address has no server.
    checkWebhook: { url: 'https://169.254.169.254/' },
    createInvitation: { email: `${unique}@example.com`, organization: { gid: organization }, budget: null, user_rank: 'user' },
    acceptInvitation: {},
    createUserFromInvitation: { firstname: 'Nia', lastname: 'New', password: 'zebra-lamp-42' },
    createMembership: { organization: { gid: organization }, monthly_budget: { amount: 10, currency: 'EUR' }, is_manager: false },
    updateMembership: { monthly_budget: { amount: 10_000, currency: 'EUR' } },
    createOrganization: {
      name: unique,
      hostname: `${unique}.example`,
      vat: null,
      billing_address: { country: 'FR' },
      test: true,
      parent: null,
    },
    updateOrganization: { name: 'Harbour Bakery', is_enabled: true, billing_address: { city: 'Brest' } },
    createCategory: { title: unique, description: null, weight: 1 },
    updateCategory: { title: unique, weight: 2 },
    createProduct: { title: unique, category: { gid: category }, available_options, synonyms: ['a'], organizations: [], weight: 1 },
    updateProduct: { title: 'Bread', synonyms: ['loaf'], weight: 2 },
    createPrice: { product: { gid: product }, organization: null, options, amount: 10, currency: 'EUR' },
    updatePrice: { amount: 50 },
    createProject: orderOf(offer, { quantity: 1, specific_request: false, brief_files: [] }),
    dryRunProject: orderOf(offer, {}),
    createPaymentSource: { rid: unique, reference: 'PO 4471', last_digits: '4242' },
    setUpPaymentSource: { return_url: 'https://orders.example/console/billing/payment' },
    updatePaymentSource: { reference: null },
    updateReceipt: { status: 'paid' },
    receivePaymentEvent: { id: 'evt_1', type: 'payment_intent.succeeded' },
    createCreditNote: creditOf(receipt),
    createInvoice: invoicedOf(organization),
    updateInvoice: { status: 'paid' },
    updateProject: { title: 'Another title', description: 'Another brief' },
    createWorker: { service_id: unique, firstname: 'Kim', lastname: 'Sol', avatar: 'https://images.example/kim.png' },
    updateWorker: { firstname: 'Kim' },
    createWork: {
      project: { gid: project },
      worker: { gid: worker },
      parent: null,
      description: '<p>Calm</p>',
      content: 'Once',
      image: { url: file },
    },
    updateWork: { description: 'Calmer', content: null, image: null },
    markWork: { mark: 'shortlist' },
    addBriefFile: { url: file },
    addSourceFile: { url: file },
    starFile: { path: file },
    shareProject: { email: `${unique}@example.com` },
    createMessage: { message: 'Hello', type: 'simple', attached_files: [] },
    createComment: { message: 'Mind the colours', uri: `/v1/projects/${project}` },
    updateComment: { message: 'Never mind' },
    createReview: {
      project: { gid: project },
      worker: { gid: worker },
      comment: 'Quick',
      quality: 5,
      reactivity: 4,
      communicativeness: 3,
      work_with_again: 2,
    },
  };
  if (!(operationId in bodies)) throw new Error(`${operationId}: say in tests/src/requests.ts what body it takes`);
  return bodies[operationId];
}
