import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MatchersV3 } from '@pact-foundation/pact';
import {
  clientCredentials,
  createClient,
  givenToken,
  InvalidRequestError,
  NotFoundError,
  PreconditionFailedError,
  type Auth,
  type Client,
  type RegisteredApplication,
  type Token,
} from '@partner-ordering/client';
import { exactly, openLine, settleContracts, type Line } from '@partner-ordering/testing/contracts';
import { fileUses, tokenUses, type Use } from './client-uses.ts';
import { PUBLIC_API } from './verification.ts';

const ends = ['a1', 'c1', 'd1', 'e1', 'e2', 'f1', 'ff'];
const gids = ends.map((end) => `019a0000-0000-7000-8000-0000000000${end}`);
const [organization, product, project, worker, work, file, unknown] = gids as [string, string, string, string, string, string, string, string];
const address = `https://partner-ordering.test/v1/storage/${file}`;
const locationOf = (collection: string, gid: string) => ({ Location: MatchersV3.regex(`^/v1/${collection}/[0-9a-f-]{36}$`, `/v1/${collection}/${gid}`) });
const options = { mode: 'multi', due: 5 } as const;
const order = { title: 'A logo', description: 'A loaf and an anchor.', product: { gid: product }, organization: { gid: organization }, options };
/** Of a project with a price: the provider says what it costs. */
const offered = { product, organization };

const uses: Record<string, Use> = {
  ...tokenUses,
  ...fileUses,
  updateMe: {
    ...{ given: 'a signed-in user', answers: { firstname: exactly('Uwe') } },
    call: async (api) => assert.equal((await api.updateMe({ firstname: 'Uwe' })).firstname, 'Uwe'),
  },
  runBatch: {
    ...{ given: 'a signed-in user', answers: [{ status: exactly(200), body: '{"total_count":1}' }] },
    call: async (api) => assert.equal((await api.runBatch([{ relative_url: '/v1/projects/total_count', method: 'GET' }]))[0]!.status, 200),
  },
  listMyMemberships: {
    given: 'a signed-in user',
    answers: { total_count: 1, items: [{ organization: { gid: organization } }] },
    call: async (api) => assert.equal((await api.listMyMemberships()).items[0]!.organization.gid, organization),
  },
  listProducts: {
    given: 'a product with a price',
    answers: { total_count: 1, items: [{ gid: product, available_options: { due: { enum: [5] }, mode: { enum: ['multi'] } } }] },
    call: async (api) => assert.equal((await api.listProducts({ search: 'logo design', limit: 1 })).items[0]!.available_options.due.enum[0], 5),
  },
  getPriceFor: {
    ...{ given: 'a product with a price', parameters: offered },
    answers: { amount: 776, currency: 'EUR' },
    call: async (api) => {
      const asked = { 'product.gid': product, 'organization.gid': organization, 'options.mode': 'multi', 'options.due': 5 } as const;
      assert.equal((await api.getPriceFor(asked)).amount, 776);
    },
  },
  createProject: {
    ...{ given: 'a product with a price', parameters: offered },
    ...{ status: 201, headers: locationOf('projects', project) },
    call: async (api) => assert.equal((await api.createProject({ ...order, price: { amount: 776 }, state: 'draft' })).gid, project),
  },
  'createProject as a dry run': {
    ...{ given: 'a product with a price', parameters: offered },
    answers: { state: exactly('published'), price: { amount: 776, currency: 'EUR' } },
    call: async (api) => {
      const { price } = await api.createProject({ ...order, price: { amount: 776 }, state: 'published' }, { dry_run: true });
      assert.equal(price!.amount, 776);
    },
  },
  'createProject without a title': {
    ...{ given: 'a product with a price', parameters: offered, status: 400 },
    answers: { error: { message: 'Data missing or invalid', details: [{ path: exactly('title'), message: 'must not be empty' }] } },
    call: (api) =>
      assert.rejects(
        api.createProject({ ...order, price: { amount: 776 }, title: '', state: 'draft' }),
        (error) => error instanceof InvalidRequestError && error.details[0]!.path === 'title',
      ),
  },
  getProject: {
    ...{ given: 'a published contest', parameters: { project } },
    answers: { href: `/v1/projects/${project}`, status: exactly('in_progress'), state: exactly('published'), price: { amount: 776, currency: 'EUR' } },
    call: async (api) => assert.equal((await api.getProject(project)).status, 'in_progress'),
  },
  'getProject once it is finished': {
    ...{ given: 'a finished project', parameters: { project } },
    answers: { status: exactly('finished'), receipt_file: { url: address } },
    call: async (api) => assert.equal((await api.getProject(project)).receipt_file!.url, address),
  },
  'getProject of nobody': {
    ...{ given: 'a signed-in user', status: 404 },
    answers: { error: { message: 'Not found' } },
    call: (api) => assert.rejects(api.getProject(unknown), NotFoundError),
  },
  listProjects: {
    ...{ given: 'a published contest', parameters: { project } },
    answers: { total_count: 1, items: [{ gid: project, title: 'A logo', status: exactly('in_progress') }] },
    call: async (api) => assert.equal((await api.listProjects({ where: (p) => p.gid.eq(project) })).items[0]!.gid, project),
  },
  countProjects: {
    given: 'a published contest',
    answers: { total_count: 1 },
    call: async (api) => assert.equal((await api.countProjects()).total_count, 1),
  },
  updateProject: {
    ...{ given: 'a contest with a work', parameters: { project, work }, status: 204 },
    call: async (api) => assert.equal(await api.updateProject(project, { winner: { gid: work } }), undefined),
  },
  'updateProject of another version': {
    ...{ given: 'a draft', parameters: { project }, status: 412 },
    call: (api) => assert.rejects(api.updateProject(project, { title: 'Another' }, { ifMatch: '"another"' }), PreconditionFailedError),
  },
  deleteProject: {
    ...{ given: 'a draft', parameters: { project }, status: 204 },
    call: async (api) => assert.equal(await api.deleteProject(project), undefined),
  },
  listWorks: {
    ...{ given: 'a contest with a work', parameters: { project } },
    answers: { total_count: 1, items: [{ gid: work }] },
    call: async (api) =>
      assert.equal((await api.listWorks({ where: (w) => w.project.gid.eq(project).and(w.won_at.eq(null)) })).items[0]!.gid, work),
  },
  createWorker: {
    ...{ given: 'a signed-in admin', parameters: { unique: unknown }, status: 201, headers: locationOf('workers', worker) },
    call: async (api) => assert.equal((await api.createWorker({ service_id: unknown, firstname: 'Kim', lastname: 'Sol' })).gid, worker),
  },
  createComment: {
    ...{ given: 'a published contest', parameters: { project }, status: 201, headers: locationOf('comments', work) },
    call: async (api) => assert.equal((await api.createComment({ message: 'Mind the colours', uri: `/v1/projects/${project}` })).gid, work),
  },
  getFileInfo: {
    ...{ given: 'an uploaded picture', parameters: { file } },
    answers: { name: 'logo.png', size: 70 },
    call: async (api) => assert.equal((await api.getFileInfo(file)).size, 70),
  },
  signFile: {
    ...{ given: 'an uploaded picture', parameters: { file } },
    answers: { url: `${address}?expires=1&signature=x` },
    call: async (api) => assert.equal((await api.signFile(file)).url, `${address}?expires=1&signature=x`),
  },
};

describe('contracts of the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-contracts-'));
  let line: Line;
  before(async () => {
    line = await openLine({ consumer: 'client', provider: PUBLIC_API, folder, otherwise: () => undefined });
  });
  after(async () => {
    await line.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const clientBy = (auth: Auth): Client => createClient({ url: line.url, auth, retry: { attempts: 1 } });
  const demo = { clientId: 'demo-app', clientSecret: 'demo-secret' };

  async function tokenBy(way: (application: RegisteredApplication) => Auth): Promise<Token> {
    const { promise, resolve, reject } = Promise.withResolvers<Token>();
    // A token is got for a call; this one goes nowhere.
    await clientBy(way({ ...demo, onToken: resolve })).getMe().catch(reject);
    return promise;
  }

  for (const [description, { given, call, path, ...use }] of Object.entries(uses)) {
    test(`it can use what the API answers to ${description}`, async () => {
      const isAsked = (_method: string, at: string): boolean => path === undefined || at === path;
      const as = { application: clientBy(clientCredentials(demo)), tokenBy, url: line.url };
      await line.during({ ...use, description, given: [given], isAsked }, () => call(clientBy(givenToken('token')), as));
    });
  }

  test('are as committed', () => settleContracts('client', folder));
});
