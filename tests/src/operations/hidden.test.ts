import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import type { Operation, Operations } from '../document.ts';
import { membershipPath } from '../orders.ts';
import { bodyOf, pathOf, queryOf, type Belongings } from '../requests.ts';
import { startWithBelongings } from '../belongings-system.ts';
import type { TestSystem } from '../test-system.ts';

/** Public, though a path parameter names something. */
const PUBLIC = new Set(['getPublicOrganization', 'getPublicImage', 'downloadFile']);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'];
const MOST_ACTIONS = 50;

/** What no client may say of anything, whatever its type. The document decides where one of them may be written. */
const READ_ONLY = [
  'gid',
  'href',
  'created_at',
  'owner',
  'roles',
  'is_manager',
  'monthly_spent',
  'status',
  'price',
  'amount',
  'winner',
  'token',
];

describe('what belongs to another organization', () => {
  let system: TestSystem;
  let operations: Operations;
  let bakery: Belongings;
  let nothing: Belongings;
  let admin: ApiClient;
  /** By what they are. */
  let foreigners: Record<string, ApiClient>;
  before(async () => {
    ({ system, operations, bakery, admin } = await startWithBelongings());
    nothing = Object.fromEntries(Object.keys(bakery).map((key) => [key, randomUUID()])) as unknown as Belongings;
    foreigners = {
      'a standard user': await system.signIn('user@other.example.com'),
      'a manager': await system.signIn('manager@other.example.com'),
      'an ex-member': await exMember(),
    };
  });
  after(() => system?.stop());

  const exMember = async () => {
    const email = `${randomUUID()}@example.com`;
    const member_of = [{ organization: { gid: bakery.organization } }];
    const gid = gidOf(await admin.create('/v1/users', { email, firstname: 'Robin', lastname: 'Reed', member_of }));
    await system.setPassword(gid);
    const person = await system.signIn(email);
    assert.equal((await admin.delete(membershipPath(gid))).status, 204);
    await eventually(async () => {
      for (const path of [`/v1/organizations/${bakery.organization}`, `/v1/products/${bakery.product}`, `/v1/works/${bakery.work}`])
        assert.equal((await person.get(path)).status, 404, path);
    });
    return person;
  };
  const namesSomething = ({ path, operationId }: Operation) => path.includes('{') && !PUBLIC.has(operationId);
  /** Its body and query are real, so that only the path decides. */
  const contentOf = (operation: Operation | undefined) =>
    operation === undefined
      ? {}
      : {
          parameters: queryOf(operation.operationId, bakery),
          ...(operation.body === undefined ? {} : { body: bodyOf(operation.operationId, bakery) }),
        };

  test('each method of each route with an id answers as for an id that does not exist, for whoever is foreign', async () => {
    const routes = Map.groupBy(operations.all.filter(namesSomething), ({ path }) => path);
    assert.ok(routes.size > 30);
    for (const [who, client] of Object.entries(foreigners)) {
      for (const [path, known] of routes) {
        for (const method of METHODS) {
          const operation = known.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
          const [hidden, missing] = await Promise.all(
            [bakery, nothing].map((of) => client.send(method, pathOf(path, of), contentOf(method === 'HEAD' ? undefined : operation))),
          );
          const name = `${method} ${path} as ${who}`;
          assert.deepEqual([hidden!.status, hidden!.body], [missing!.status, missing!.body], name);
          // A GET that writes has no HEAD, whoever asks.
          const isServed = operation !== undefined && !(method === 'HEAD' && hidden!.status === 405);
          assert.ok(isServed ? hidden!.status === 404 : hidden!.status >= 400 && hidden!.status < 500, `${name}: ${hidden!.status}`);
        }
      }
    }
  });

  test('a batch answers each of them as for an id that does not exist', async () => {
    const actions = (of: Belongings) =>
      operations.all
        .filter((operation) => namesSomething(operation) && !operation.isForm)
        .map((operation) => {
          const { parameters = {}, body } = contentOf(operation) as { parameters?: Record<string, unknown>; body?: unknown };
          const query = new URLSearchParams(
            Object.entries(parameters).map(([name, value]): [string, string] => [
              name,
              typeof value === 'object' ? JSON.stringify(value) : String(value),
            ]),
          );
          const relative_url = `${pathOf(operation.path, of)}${query.size > 0 ? `?${query}` : ''}`;
          return { relative_url, method: operation.method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        });
    for (const [who, client] of Object.entries(foreigners)) {
      const answersOf = async (of: Belongings) => {
        const all = actions(of);
        const answers: { status: number; body: string }[] = [];
        for (let from = 0; from < all.length; from += MOST_ACTIONS)
          answers.push(...(await client.post('/v1/batch', all.slice(from, from + MOST_ACTIONS))).body);
        return answers.map(({ status, body }, index) => [all[index]!.method, status, body]);
      };
      const [hidden, missing] = [await answersOf(bakery), await answersOf(nothing)];
      assert.ok(hidden.length > 50);
      assert.deepEqual(hidden, missing, who);
      for (const [, status] of hidden) assert.equal(status, 404, who);
    }
  });

  test('no collection finds it by query or search, nor counts it', async () => {
    const own = Object.entries(bakery).flatMap(([kind, gid]) => (kind === 'offer' ? [] : [[kind, gid as string] as const]));
    const collections = operations.all.filter(
      ({ method, path, parameters }) => method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'query'),
    );
    let found = 0;
    for (const [who, client] of Object.entries(foreigners)) {
      for (const { path, parameters } of collections) {
        const ask = (query: unknown) => client.get(path, { parameters: { query } });
        for (const [kind, gid] of own) {
          for (const field of ['gid', `${kind}.gid`, `member_of.${kind}.gid`, `${kind}s.gid`]) {
            const [hidden, missing] = [await ask([field, '==', gid]), await ask([field, '==', randomUUID()])];
            assert.deepEqual([hidden.status, hidden.body], [missing.status, missing.body], `${path} by ${field} as ${who}`);
            if (hidden.status === 200) found++;
          }
        }
        if (!parameters.some(({ name }) => name === 'search')) continue;
        for (const search of ['Bread', 'bakery', 'harbour', 'Kim', 'user@example.com']) {
          const text = JSON.stringify((await client.get(path, { parameters: { search, limit: 100 } })).body);
          for (const [, gid] of own) assert.ok(!text.includes(gid), `${path} shows ${gid} to ${who}`);
        }
      }
    }
    assert.ok(found > 100, 'fields are found that can be searched');
  });

  test('what no client may write never takes, not even for an admin', async () => {
    const readOf = (path: string) => operations.all.find((one) => one.method === 'GET' && one.path === path);
    let refused = 0;
    for (const operation of operations.all.filter(({ body, isForm, isPublic }) => body !== undefined && !isForm && !isPublic)) {
      const body = bodyOf(operation.operationId, bakery);
      const writable = Object.keys(operations.propertiesOf(operation.body!));
      if (typeof body !== 'object' || Array.isArray(body) || operation.operationId === 'changePassword') continue;
      for (const name of READ_ONLY.filter((one) => !writable.includes(one))) {
        const forged = `forged-${randomUUID()}`;
        const answer = await admin.send(operation.method, pathOf(operation.path, bakery), { body: { ...body, [name]: forged } });
        const where = `${operation.operationId} with ${name}: ${answer.status}`;
        if (answer.status !== 204 && answer.status !== 200) assert.ok([400, 404].includes(answer.status), where);
        else if (readOf(operation.path))
          assert.ok(!JSON.stringify((await admin.get(pathOf(operation.path, bakery))).body).includes(forged), where);
        if (answer.status === 400) refused++;
      }
    }
    assert.ok(refused > 100, `${refused}`);
  });

  test('nobody pays less, counts as paid, or becomes more by asking for it', async () => {
    const [user, manager] = [await system.signIn('user@example.com'), await system.signIn('manager@example.com')];
    const { product, organization, options } = bakery.offer;
    const order = {
      title: 'Cheap',
      description: 'Very',
      product: { gid: product },
      organization: { gid: organization },
      options,
      state: 'published',
    };
    const [project, person] = [`/v1/projects/${bakery.project}`, `/v1/users/${bakery.user}`];
    const attempts: [ApiClient, string, string, object][] = [
      [user, 'POST', '/v1/projects', { ...order, price: { amount: 1 } }],
      [user, 'POST', '/v1/projects', { ...order, price: { amount: 50 }, status: 'paid' }],
      [user, 'PUT', project, { price: { amount: 1 } }],
      [user, 'PUT', project, { status: 'paid' }],
      [user, 'PUT', `/v1/receipts/${bakery.receipt}`, { status: 'paid' }],
      [user, 'PUT', '/v1/me', { roles: ['admin'] }],
      [user, 'PUT', person, { roles: ['admin'] }],
      [manager, 'PUT', person, { roles: ['admin'] }],
      [user, 'PUT', membershipPath(bakery.user), { is_manager: true }],
      [user, 'PUT', membershipPath(bakery.user), { monthly_budget: null }],
      [manager, 'PUT', membershipPath(bakery.user), { is_manager: true }],
      [manager, 'POST', '/v1/invitations', { email: 'x@example.com', organization: { gid: organization }, user_rank: 'manager' }],
      [manager, 'PUT', `/v1/organizations/${organization}`, { credit_limit: { amount: 1000, currency: 'EUR' } }],
    ];
    const shown = async () => {
      const bodies = await Promise.all(
        [project, person, `/v1/receipts/${bakery.receipt}`, membershipPath(bakery.user), `/v1/organizations/${organization}`].map(
          async (path) => (await admin.get(path)).body,
        ),
      );
      return bodies.map(({ modified_at: _, ...body }) => body);
    };
    const before = await shown();
    for (const [client, method, path, body] of attempts) {
      const { status } = await client.send(method, path, { body });
      assert.ok([400, 403].includes(status), `${method} ${path} ${JSON.stringify(body)}: ${status}`);
    }
    assert.deepEqual(await shown(), before);
  });
});
