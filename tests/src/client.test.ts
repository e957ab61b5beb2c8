import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ApiError,
  createClient,
  InvalidRequestError,
  NotFoundError,
  password,
  upload,
  type Client,
  type Pages,
} from '@partner-ordering/client';
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

  test('400 and 404 are errors of their own, with details', async () => {
    const body = { title: '', description: 'x', product: null, state: 'draft' } as const;
    await assert.rejects(user.api.createProject(body), (error) => {
      return error instanceof InvalidRequestError && error.details[0]?.path === 'title' && error.requestId !== null;
    });
    await assert.rejects(user.api.getProject(crypto.randomUUID()), NotFoundError);
  });

  test('one POST sent twice with one key creates once', async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    const comment = { message: 'Mind the colours', uri: `/v1/projects/${project}` };
    const made = [await user.api.createComment(comment, options), await user.api.createComment(comment, options)];
    assert.equal(made[0]!.gid, made[1]!.gid);
  });

  test('all items of a collection come page by page, each once, in both directions and with a query', async () => {
    const uri = `/v1/projects/${project}`;
    const made: string[] = [];
    for (let count = 0; count < 6; count += 1) made.push((await user.api.createComment({ message: `No. ${count}`, uri })).gid);
    const read = async (sort: 'asc' | 'desc'): Promise<string[]> => {
      const found = user.api.listComments({ where: (c) => c.uri.eq(uri).and(c.gid.in(made)), sort, limit: 2 });
      return (await listed(found)).map(({ gid }) => gid);
    };
    assert.deepEqual(await read('asc'), made.toSorted());
    assert.deepEqual(await read('desc'), made.toSorted().reverse());
    const byTime = user.api.listComments({ where: (c) => c.uri.eq(uri), orderBy: 'created_at', limit: 2 });
    assert.equal((await listed(byTime)).length, (await user.api.listComments({ where: (c) => c.uri.eq(uri) })).total_count);
  });
});

describe('every operation of the document', () => {
  let admin: Caller;
  let belongings: Belongings;
  let operations: Operation[];
  before(async () => {
    [admin, belongings] = [callerOf(system, 'admin@example.com'), await makeBelongings(system)];
    // What reads comes before what changes, and what deletes comes last.
    const order = ['GET', 'PUT', 'POST', 'DELETE'];
    operations = (await Operations.of(system.url)).all.toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
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
    for (const collection of collections) {
      const given = argumentsOf(collection);
      const query = given.pop() as object;
      const read = callOf(collection);
      const { total_count: count } = await read(...given, query);
      const items = await listed(read(...given, { ...query, limit: 1 }));
      assert.equal(items.length, count, collection.operationId);
    }
  });

  test('each goes where the document says, and is answered with what it documents', async () => {
    assert.ok(operations.length > 100);
    const failures: string[] = [];
    for (const operation of operations) {
      const { path, method, operationId } = operation;
      const values = valuesOf(path);
      const failure: unknown = await callOf(operation)(...argumentsOf(operation)).then(
        () => undefined,
        (error: unknown) => error,
      );
      const sent = admin.sent.findLast(({ url }) => url.pathname !== '/oauth2/token' || path === '/oauth2/token')!;
      const wanted = values.reduce((left, value) => left.replace(/\{\w+\}/, () => encodeURIComponent(value)), path);
      assert.deepEqual([operationId, sent.method, sent.url.pathname], [operationId, method, wanted]);
      const isDocumented = failure instanceof ApiError && operation.statuses.includes(String(failure.status));
      if (failure !== undefined && (!isDocumented || method === 'GET')) failures.push(`${operationId}: ${String(failure)}`);
    }
    // Of these there is none in a fresh installation.
    const absent =
      /^(getPublicImage|getPublicInvitation|getUndeliveredMail|getPaymentSource|getPriceImport|getShare|getMessage|getSourceFile|getStarredFile): NotFoundError|^importPrices: .* price_sheet_url is not set/;
    assert.deepEqual(failures.filter((failure) => !absent.test(failure)), []); // prettier-ignore
  });
});
