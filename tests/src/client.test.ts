import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ApiError, createClient, password, upload, type Client, type Pages } from '@partner-ordering/client';
import { eventually } from '@partner-ordering/testing';
import { Operations, type Operation } from './document.ts';
import { bodyOf, makeBelongings, pathOf, queryOf, type Belongings } from './requests.ts';
import { startTestSystem } from './system.ts';
import { demoGids, fetchAt, reached, type TestSystem } from './test-system.ts';

/** Who signs in by the client, and where each of their requests went. */
interface Caller {
  api: Client;
  sent: { method: string; url: URL }[];
}

function callerOf(system: TestSystem, username: string): Caller {
  const sent: Caller['sent'] = [];
  const fetchThere = fetchAt(system);
  const ownFetch: typeof fetch = (input, init) => {
    sent.push({ method: init?.method ?? 'GET', url: reached(system, String(input)) });
    return fetchThere(input, init);
  };
  const application = { clientId: 'demo-app', clientSecret: 'demo-secret', scope: 'base upload_files' };
  const auth = password({ ...application, username, password: 'demo-password' });
  return { sent, api: createClient({ url: system.url, auth, runtime: { fetch: ownFetch } }) };
}

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

let system: TestSystem;
before(async () => {
  system = await startTestSystem();
});
after(() => system?.stop());

const organization = { gid: demoGids.harbourBakery };

describe('an order by the client', () => {
  let user: Caller;
  let admin: Caller;
  let project: string;
  before(() => {
    [user, admin] = [callerOf(system, 'user@example.com'), callerOf(system, 'admin@example.com')];
  });

  test('201 from the brief with its picture to the order, at the price that was asked for', async () => {
    const { api } = user;
    const { items } = await api.listProducts({ search: 'logo design', limit: 1 });
    const product = { gid: items[0]!.gid };
    const options = { mode: 'multi', due: items[0]!.available_options.due.enum[0]! } as const;
    const asked = { 'product.gid': product.gid, 'organization.gid': organization.gid, 'options.mode': options.mode } as const;
    const { amount } = await api.getPriceFor({ ...asked, 'options.due': options.due });

    const told: [number, number][] = [];
    const picture = new File([Buffer.alloc(300_000, 'a brief ')], 'brief "1".txt', { type: 'text/plain' });
    const brief = await upload(api, picture, { onProgress: (...progress) => told.push(progress) });
    const total = told.at(-1)![1];
    assert.ok(told.length > 2 && total > 300_000, JSON.stringify(told));
    assert.deepEqual(told.at(-1), [total, total]);

    const order = { title: 'A logo', description: 'A loaf and an anchor.', product, organization, options } as const;
    const wanted = { ...order, price: { amount }, brief_files: [brief], state: 'published' as const };
    const { state, price } = await api.createProject(wanted, { dry_run: true });
    assert.deepEqual([state, price!.amount, (await api.countProjects()).total_count], ['published', amount, 0]);

    const created = await api.createProject(wanted);
    project = created.gid;
    assert.equal(created.href, `/v1/projects/${project}`);
    const shown = await api.getProject(project);
    assert.deepEqual([shown.href, shown.status, shown.brief_files.length], [created.href, 'in_progress', 1]);
    const file = await api.getFileInfo(brief.url);
    assert.deepEqual([file.size, file.name], [300_000, 'brief "1".txt']);
  });

  test('201 for each of five files that are uploaded at once, with a file of its own', async () => {
    const files = [1, 2, 3, 4, 5].map((count) => new File([Buffer.alloc(1000 * count, 'x')], `${count}.txt`, { type: 'text/plain' }));
    const uploaded = await Promise.all(files.map((file) => upload(user.api, file)));
    await Promise.all(uploaded.map((file) => user.api.addBriefFile(project, file)));
    const { items } = await user.api.listBriefFiles(project);
    assert.deepEqual(items.map(({ name }) => name).toSorted(), ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', 'brief "1".txt']);
  });

  test('204 when the user chooses a work, and the receipt comes as a file', async () => {
    const worker = await admin.api.createWorker({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' });
    const [by, of] = [{ gid: worker.gid }, { gid: project }];
    const { gid } = await admin.api.createWork({ project: of, worker: by, description: 'A loaf above an anchor' });
    const works = await user.api.listWorks({ where: (w) => w.project.gid.eq(project).and(w.won_at.eq(null)) });
    assert.deepEqual(works.items.map((work) => work.gid), [gid]); // prettier-ignore

    let etag = '';
    await user.api.getProject(project, { onAnswer: ({ headers }) => (etag = headers.get('etag')!) });
    assert.equal(await user.api.updateProject(project, { winner: { gid } }, { ifMatch: etag }), undefined);
    const receipt = await eventually(async () => (await user.api.getProject(project)).receipt_file ?? false);
    const { url } = await user.api.signFile(receipt.url);
    const { searchParams, pathname } = new URL(url);
    const path = decodeURIComponent(pathname.replace('/v1/storage/', ''));
    const pdf = await user.api.downloadFile(path, { expires: searchParams.get('expires')!, signature: searchParams.get('signature')! });
    assert.match(await pdf.text(), /^%PDF-/);
  });
});

/** What is refused though it is asked for as the document says, and the reason, which shows that what was sent has arrived. */
const refused: Record<string, string> = {
  // Of these there is none in a fresh installation.
  getPublicInvitation: '404 Could not find this invitation',
  getUndeliveredMail: '404 Could not find this undelivered mail',
  getPriceImport: '404 Could not find this price import',
  getShare: '404 Could not find this project share',
  getMessage: '404 Could not find this message',
  getSourceFile: '404 Could not find this source file',
  getStarredFile: '404 Could not find this starred file',
  getPublicImage: '404 Could not find this image',
  resetPassword: '404 Could not find this password reset',
  // Nobody charges in a fresh installation.
  receivePaymentEvent: '404 Could not find this payment provider',
  getDelivery: '404 Could not find this delivery',
  redeliver: '404 Could not find this delivery',
  confirmEmail: '404 Could not find this email confirmation',
  acceptInvitation: '404 Could not find this invitation',
  createUserFromInvitation: '404 Could not find this invitation',
  unshareProject: '404 Could not find this project share',
  // These say what they were sent, or what they found in its way.
  importPrices: '400 price_sheet_url is not set for this organization',
  createInvoice: '400 period is a month without receipts to collect',
  recoverDeliveries: '400 webhook is disabled',
  changePassword: '400 current_password is wrong',
  createMembership: '400 organization already has this member',
  shareProject: '400 email is not a member of the organization',
  createWork: '400 project.gid must be in mode multi and in progress; its mode is multi and its status is draft',
  createReview: '400 project.gid cannot be reviewed until it is finished; its status is draft',
  createMessage: '400 project cannot receive messages in state draft with status draft',
  addBriefFile: '400 url is already attached to this project',
  addSourceFile: '400 status source files can only be added once the project is finished; its status is draft',
  uploadFile: '400 body must have a file',
  deleteCategory: '400 gid cannot be deleted: this category has products',
  deleteProduct: '400 gid cannot be deleted: this product has projects; is_enabled: false hides it',
  deleteWorker: '400 gid cannot be deleted: this worker has works',
};

describe('every operation of the document', () => {
  let admin: Caller;
  let belongings: Belongings;
  let operations: Operation[];
  before(async () => {
    [admin, belongings] = [callerOf(system, 'admin@example.com'), await makeBelongings(system)];
    // What reads comes before what changes, and what deletes comes last, from the inside out.
    const order = ['GET', 'PUT', 'POST', 'DELETE'];
    const place = ({ method, path }: Operation): number => order.indexOf(method) * 100 - (method === 'DELETE' ? path.split('/').length : 0);
    operations = (await Operations.of(system.url)).all.toSorted((one, other) => place(one) - place(other));
  });

  /** The values of a path's parameters. */
  function valuesOf(path: string): string[] {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '(.+)')}$`);
    return pattern.exec(pathOf(path, belongings))!.slice(1);
  }

  /** What the document says that a call is given, in the order of the client. */
  function argumentsOf({ path, operationId, parameters, body, isUpload }: Operation): unknown[] {
    const { query: where, ...others } = queryOf(operationId, belongings);
    const hasQuery = parameters.some((parameter) => parameter.in === 'query');
    return [
      ...valuesOf(path),
      ...(isUpload ? [new FormData()] : body === undefined ? [] : [bodyOf(operationId, belongings)]),
      ...(hasQuery ? [where === undefined ? others : { where, ...others }] : []),
    ];
  }
  const callOf = ({ operationId }: Operation) => admin.api[operationId as keyof Client] as (...given: unknown[]) => Pages<unknown>;

  test('each collection is read item by item, by its gid', async () => {
    const collections = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'orderBy'));
    assert.ok(collections.length > 20);
    const several: string[] = [];
    for (const collection of collections) {
      const given = argumentsOf(collection);
      const query = given.pop() as object;
      const read = callOf(collection);
      const { total_count: count } = await read(...given, query);
      const items = await listed(read(...given, { ...query, limit: 1 }));
      assert.equal(items.length, count, collection.operationId);
      if (count > 1) several.push(collection.operationId);
    }
    assert.deepEqual(['listCategories', 'listProducts', 'listProjects', 'listUsers'].filter((id) => !several.includes(id)), [], String(several)); // prettier-ignore
  });

  test('each goes where the document says and does what it is for, but for those that are refused here, for a reason that they name', async () => {
    assert.ok(operations.length > 100);
    const reader = await system.signIn('admin@example.com');
    const refusals: Record<string, string> = {};
    const created: Record<string, boolean> = {};
    for (const operation of operations) {
      const { path, method, operationId } = operation;
      const values = valuesOf(path);
      let [result, failure]: unknown[] = [];
      await callOf(operation)(...argumentsOf(operation)).then((value) => (result = value), (error: unknown) => (failure = error)); // prettier-ignore
      const sent = admin.sent.findLast(({ url }) => url.pathname !== '/oauth2/token' || path === '/oauth2/token')!;
      const wanted = values.reduce((left, value) => left.replace(/\{\w+\}/, () => encodeURIComponent(value)), path);
      assert.deepEqual([operationId, sent.method, sent.url.pathname], [operationId, method, wanted]);
      if (failure !== undefined) {
        assert.ok(failure instanceof ApiError && operation.statuses.includes(String(failure.status)), String(failure));
        refusals[operationId] = failure.message.replace(`${operationId}: `, '').replace('Data missing or invalid: ', '');
      }
      if (method !== 'POST' || typeof result !== 'object' || result === null || !('href' in result)) continue;
      // What is new is what can be read at its address, by its gid where the answer has one.
      const { status, body } = await reader.get(String(result.href));
      assert.equal(status, 200, operationId);
      if ('gid' in result) assert.equal(body.gid, result.gid, operationId);
      created[operationId] = 'gid' in result;
    }
    assert.deepEqual(refusals, refused);
    const { createPaymentSource: hasGid, ...others } = created;
    assert.deepEqual(
      [hasGid, Object.values(others).every(Boolean), Object.keys(others).length > 10],
      [false, true, true],
      JSON.stringify(created),
    );
  });
});
