import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MatchersV3, type TemplateHeaders, type TemplateQuery } from '@pact-foundation/pact';
import {
  createClient,
  givenToken,
  InvalidRequestError,
  NotFoundError,
  PreconditionFailedError,
  type Client,
} from '@partner-ordering/client';
import { contracts, demanded, exactly, fromState } from '@partner-ordering/testing/contracts';
import { PUBLIC_API } from './verification.ts';

/** One call of the client: the request that it sends, and what it reads of the answer. */
interface Use {
  /** A state of partner-states.ts. */
  state: string;
  /** Method and path, with values of the state: `GET /v1/projects/${project}`. */
  request: string;
  query?: TemplateQuery;
  headers?: TemplateHeaders;
  body?: object;
  status?: number;
  location?: string;
  answers?: object;
  /** Calls, and looks at the result. */
  call(api: Client): Promise<unknown>;
}

const gidOf = (end: string): string => `019a0000-0000-7000-8000-0000000000${end}`;
const [organization, product, project, work, file, unknown] = ['a1', 'c1', 'd1', 'e2', 'f1', 'ff'].map(gidOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
/** A text with values of the provider state, `${project}` or `${file}`. */
const provided = (text: string) => MatchersV3.fromProviderState<string>(text, text.replace('${project}', project).replace('${file}', file));
const options = { mode: 'multi', due: 5 } as const;
const order = { title: 'A logo', description: 'A loaf and an anchor.', options, price: { amount: 776 } };
const clientOrder = { ...order, product: { gid: product }, organization: { gid: organization } };
const orderBody = { ...order, product: { gid: fromState('product', product) }, organization: { gid: organization } };
const price = { amount: 776, currency: 'EUR' };

const uses: Record<string, Use> = {
  updateMe: {
    state: 'a signed-in user',
    request: 'PUT /v1/me',
    body: { firstname: 'Uwe' },
    answers: { firstname: exactly('Uwe') },
    call: async (api) => assert.equal((await api.updateMe({ firstname: 'Uwe' })).firstname, 'Uwe'),
  },
  listProducts: {
    state: 'a product with a price',
    request: 'GET /v1/products',
    query: { search: 'logo design', limit: '1' },
    answers: { total_count: 1, items: [{ gid: product, available_options: { due: { enum: [5] }, mode: { enum: ['multi'] } } }] },
    call: async (api) =>
      assert.equal((await api.listProducts({ search: 'logo design', limit: 1 })).items[0]!.available_options.due.enum[0], 5),
  },
  getPriceFor: {
    state: 'a product with a price',
    request: 'GET /v1/prices/for',
    answers: price,
    query: { 'product.gid': fromState('product', product), 'organization.gid': organization, 'options.mode': 'multi', 'options.due': '5' },
    call: async (api) => {
      const priceQuery = { 'product.gid': product, 'organization.gid': organization, 'options.mode': 'multi', 'options.due': 5 } as const;
      assert.equal((await api.getPriceFor(priceQuery)).amount, 776);
    },
  },
  createProject: {
    state: 'a product with a price',
    request: 'POST /v1/projects',
    body: { ...orderBody, state: 'draft' },
    status: 201,
    location: `/v1/projects/${project}`,
    call: async (api) => assert.equal((await api.createProject({ ...clientOrder, state: 'draft' })).gid, project),
  },
  dryRunProject: {
    state: 'a product with a price',
    request: 'POST /v1/projects/dry_run',
    body: { ...orderBody, state: 'published' },
    answers: { state: exactly('published'), price },
    call: async (api) => assert.equal((await api.dryRunProject({ ...clientOrder, state: 'published' })).price!.amount, 776),
  },
  'createProject without a title': {
    state: 'a product with a price',
    request: 'POST /v1/projects',
    body: { ...orderBody, title: '', state: 'draft' },
    status: 400,
    answers: {
      error: { reason: exactly('invalid'), details: [{ path: exactly('title'), code: exactly('empty'), message: 'must not be empty' }] },
    },
    call: (api) =>
      assert.rejects(
        api.createProject({ ...clientOrder, title: '', state: 'draft' }),
        (error) => error instanceof InvalidRequestError && error.has('empty', 'title'),
      ),
  },
  getProject: {
    state: 'a published contest',
    request: 'GET /v1/projects/${project}',
    answers: { href: `/v1/projects/${project}`, status: exactly('in_progress'), state: exactly('published'), price },
    call: async (api) => assert.equal((await api.getProject(project)).status, 'in_progress'),
  },
  'getProject of nobody': {
    state: 'a signed-in user',
    request: `GET /v1/projects/${unknown}`,
    status: 404,
    answers: { error: { message: 'Not found' } },
    call: (api) => assert.rejects(api.getProject(unknown), NotFoundError),
  },
  listProjects: {
    state: 'a published contest',
    request: 'GET /v1/projects',
    query: { query: provided('["gid","==","${project}"]') },
    answers: { total_count: 1, items: [{ gid: project, title: 'A logo', status: exactly('in_progress') }] },
    call: async (api) => assert.equal((await api.listProjects({ where: (p) => p.gid.eq(project) })).items[0]!.gid, project),
  },
  updateProject: {
    state: 'a contest with a work',
    request: 'PUT /v1/projects/${project}',
    body: { winner: { gid: fromState('work', work) } },
    status: 204,
    call: async (api) => assert.equal(await api.updateProject(project, { winner: { gid: work } }), undefined),
  },
  'updateProject of another version': {
    state: 'a draft',
    request: 'PUT /v1/projects/${project}',
    headers: { 'If-Match': '"another"' },
    body: { title: 'Another' },
    status: 412,
    call: (api) => assert.rejects(api.updateProject(project, { title: 'Another' }, { ifMatch: '"another"' }), PreconditionFailedError),
  },
  deleteProject: {
    state: 'a draft',
    request: 'DELETE /v1/projects/${project}',
    status: 204,
    call: async (api) => assert.equal(await api.deleteProject(project), undefined),
  },
  getUploadForm: {
    state: 'an upload form',
    request: 'GET /v1/upload_form',
    answers: {
      action: 'https://partner-ordering.test/v1/storage',
      fields: { key: file },
      file_field: exactly('file'),
      max_size: 1_073_741_824,
    },
    call: async (api) => assert.equal((await api.getUploadForm()).fields['key'], file),
  },
  signFile: {
    state: 'an uploaded picture',
    request: 'GET /v1/files/${file}',
    answers: { url: 'https://partner-ordering.test/signed' },
    call: async (api) => assert.equal((await api.signFile(file)).url, 'https://partner-ordering.test/signed'),
  },
};

contracts('client', (pactWith) => {
  for (const [name, { state, request, query = {}, headers = {}, body, status = 200, location, answers, call }] of Object.entries(uses)) {
    const [method, path] = request.split(' ') as [string, string];
    test(`the client can use the answer to ${name}`, async () => {
      await pactWith(PUBLIC_API)
        .addInteraction()
        .given(state)
        .uponReceiving(name)
        .withRequest(method, path.includes('$') ? provided(path) : path, (request) => {
          request.query(query).headers({ authorization: MatchersV3.regex('^Bearer .+$', 'Bearer token'), ...headers });
          if (body) request.jsonBody(body);
        })
        .willRespondWith(status, (response) => {
          if (location) response.headers({ Location: MatchersV3.regex('^/v1/projects/[0-9a-f-]{36}$', location) });
          if (answers) response.jsonBody(demanded(answers));
        })
        .executeTest(({ url }) => call(createClient({ url, auth: givenToken('token'), retry: { attempts: 1 } })));
    });
  }
});
