import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { pino } from 'pino';
import { eventually, gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { findOffer, orderOf } from './orders.ts';
import { uploadFor } from './requests.ts';
import { startTestSystem } from './system.ts';
import { demoGids, localUrl, type TestSystem } from './test-system.ts';

describe('access lines', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  let system: TestSystem;
  let [user, colleague] = [] as unknown as [ApiClient, ApiClient];
  before(async () => {
    system = await startTestSystem({ logOf: (service) => pino({ level: 'info', base: { service } }, { write }) });
    user = await system.signIn('user@example.com');
    colleague = await system.signIn('colleague@example.com');
  });
  after(() => system?.stop());

  /** What the lines of the gateway and the service say of a request, once both are there. No answer may tell the organization. */
  async function told({ headers }: ApiResponse): Promise<unknown[]> {
    assert.equal(headers.get('x-organization'), null);
    const ofRequest = await eventually(() => {
      const found = lines.filter((line) => line['msg'] === 'request' && line['request_id'] === headers.get('x-request-id'));
      return found.length === 2 && found;
    });
    const tell = ({ user: who, application, organization }: Record<string, unknown>) => [who, application, organization];
    assert.deepEqual(tell(ofRequest[0]!), tell(ofRequest[1]!), JSON.stringify(ofRequest));
    return tell(ofRequest[0]!);
  }

  test('lines of gateway and service name user, application and the organization of the resource, also of a refusal', async () => {
    const { gid } = (await user.get('/v1/me')).body;
    const organization = demoGids.harbourBakery;
    const created = await user.post('/v1/projects', orderOf(await findOffer(user)));
    const project = `/v1/projects/${gidOf(created.headers.get('location')!)}`;
    const answers = [
      created,
      await user.get(project),
      await user.put(project, { title: 'Another title' }),
      await user.get(`${project}/messages`),
      await user.get(`/v1/orgs/${organization}/webhooks`),
      await user.get(`/v1/organizations/${organization}`),
      await user.put(`/v1/organizations/${organization}`, { name: 'Mine' }),
      await user.delete(project),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200, 204, 200, 403, 200, 403, 204],
    );
    for (const answer of answers) assert.deepEqual(await told(answer), [gid, 'demo-app', organization], JSON.stringify(answer));
    assert.deepEqual(await told(await user.get('/v1/projects')), [gid, 'demo-app', undefined]);
  });

  test('an order without an organization and a file have one too, and neither a 304 nor a stream tells it to the client', async () => {
    const organization = demoGids.harbourBakery;
    const order = { title: 'A poster', description: '<p>Fresh</p>', product: null, state: 'draft' };
    const created = await user.post('/v1/projects', order);
    const project = `/v1/projects/${gidOf(created.headers.get('location')!)}`;
    const read = await user.get(project);
    const unchanged = await user.get(project, { headers: { 'if-none-match': read.headers.get('etag')! } });
    const { path, location } = await uploadFor(system, 'user@example.com');
    const { body: signed } = await user.get(`/v1/files/${encodeURIComponent(location)}`);
    const answers = [created, unchanged, await user.get(`/v1/img/${path}`), await user.get(localUrl(system, signed.url).href)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 304, 200, 200],
    );
    for (const answer of answers) assert.equal((await told(answer))[2], organization, JSON.stringify(answer));
  });

  test('no refusal tells an organization that a stranger names, or that does not exist', async () => {
    const [own, foreign] = [demoGids.harbourBakery, demoGids.northlightStudio];
    const admin = await system.signIn('admin@example.com');
    const project = await user.create('/v1/projects', orderOf(await findOffer(user)));
    const cases = [
      [await user.get(`/v1/organizations/${foreign}`), 404, undefined],
      [await user.get(`/v1/orgs/${foreign}/webhooks`), 404, undefined],
      [await user.post('/v1/projects', orderOf(await findOffer(user), { organization: { gid: foreign } })), 400, undefined],
      [await admin.get(`/v1/organizations/${newGid()}`), 404, undefined],
      [await user.put(project, { organization: { gid: foreign } }), 400, own],
    ] as const;
    for (const [answer, status, organization] of cases) {
      assert.equal(answer.status, status, JSON.stringify(answer));
      assert.equal((await told(answer))[2], organization, JSON.stringify(answer));
    }
  });

  test('neither a hidden resource nor the result of a batch tells an organization', async () => {
    const project = await user.create('/v1/projects', orderOf(await findOffer(user)));
    const hidden = await colleague.get(project);
    assert.equal(hidden.status, 404);
    assert.equal((await told(hidden))[2], undefined);
    const { status, body } = await user.post('/v1/batch', [{ method: 'GET', relative_url: project.slice('/v1'.length) }]);
    assert.deepEqual([status, body[0].status], [200, 200]);
    assert.equal('x-organization' in body[0].headers, false);
  });
});
