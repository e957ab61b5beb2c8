import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import type { Operation } from '../document.ts';
import { membershipPath, orderOf } from '../orders.ts';
import { forbidden, refusalIn } from '../refusals.ts';
import { bodyOf, pathOf, queryOf, type Belongings } from '../requests.ts';
import { sharedBelongings } from '../belongings-system.ts';
import { demoGids } from '../test-system.ts';

/** The promise of the contract: rights follow memberships, sessions and accounts this fast. */
const within2s = { timeoutMs: 2_000 };

/** Public, though a path parameter names something. */
const PUBLIC = new Set(['getPublicOrganization', 'getPublicImage', 'downloadFile']);

const MOST_ACTIONS = 50;
const chunked = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MOST_ACTIONS) }, (_, at) => items.slice(at * MOST_ACTIONS, (at + 1) * MOST_ACTIONS));

/** Collections that are not filtered but closed to everybody but admins. */
const adminCollections = ['listUndeliveredMails', 'listUnrenderedDocuments', 'listApplications'];

const { system, operations, bakery, admin, call } = await sharedBelongings();

describe('rights to resources', () => {
  const namesSomething = ({ path, operationId }: Operation) => path.includes('{') && !PUBLIC.has(operationId);
  const newMember = async (additions: object = {}) => {
    const email = `${randomUUID()}@example.com`;
    const member_of = [{ organization: { gid: bakery.organization }, ...additions }];
    const gid = gidOf(await admin.create('/v1/users', { email, firstname: 'Robin', lastname: 'Reed', member_of }));
    await system.setPassword(gid);
    return Object.assign(await system.signIn(email), { gid, email });
  };
  const formerMember = async () => {
    const member = await newMember();
    assert.equal((await admin.delete(membershipPath(member.gid))).status, 204);
    await eventually(async () => {
      for (const path of [`/v1/organizations/${bakery.organization}`, `/v1/products/${bakery.product}`, `/v1/works/${bakery.work}`])
        assert.equal((await member.get(path)).status, 404, path);
    });
    return member;
  };

  test('404 for all resources of another organization, in the words for missing ones, also for an ex-member', async () => {
    const missingBelongings = Object.fromEntries(Object.keys(bakery).map((key) => [key, randomUUID()])) as unknown as Belongings;
    const exMember = await formerMember();
    const namedOperations = operations.all.filter(namesSomething);
    assert.ok(namedOperations.length > 50);
    // The resources that the body names stay real, so that only the path decides.
    const actionsOn = (belongings: Belongings) =>
      namedOperations.map(({ operationId, method, path, body }) => {
        const parameters = Object.entries(queryOf(operationId, bakery)).map(([name, value]): [string, string] => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]);
        const content = body === undefined ? {} : { body: JSON.stringify(bodyOf(operationId, bakery)) };
        return { relative_url: `${pathOf(path, belongings)}?${new URLSearchParams(parameters)}`, method, ...content };
      });
    const answersOn = async (client: ApiClient, belongings: Belongings): Promise<[name: string, status: number, body: string][]> => {
      const found = [];
      for (const actions of chunked(actionsOn(belongings))) found.push(...(await client.post('/v1/batch', actions)).body);
      return found.map(({ status, body }, index) => [`${namedOperations[index]!.method} ${namedOperations[index]!.path}`, status, body]);
    };
    const missingAnswers = await answersOn(exMember, missingBelongings);
    for (const [name, status, body] of missingAnswers) {
      assert.equal(status, 404, name);
      assert.match(body, /"message":"Could not find this /, name);
    }
    for (const client of [await system.signIn('manager@other.example.com'), exMember])
      assert.deepEqual(await answersOn(client, bakery), missingAnswers);
  });

  test('nothing of another organization is listed or counted', async () => {
    const stranger = await system.signIn('manager@other.example.com');
    const ownGids = Object.entries(bakery)
      .filter(([kind]) => kind !== 'offer')
      .map(([, gid]) => gid as string);
    const collections = ({ method, path, parameters }: Operation) =>
      method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'limit');
    let seen = 0;
    for (const { path, operationId } of operations.all.filter(collections)) {
      const { status, body } = await stranger.get(path, { parameters: { limit: 100, ...queryOf(operationId, bakery) } });
      assert.equal(status, adminCollections.includes(operationId) ? 403 : 200, path);
      for (const gid of ownGids) assert.ok(!JSON.stringify(body).includes(gid), `${path} shows ${gid}`);
      seen++;
    }
    assert.ok(seen >= 6);
    const query = ['gid', '==', bakery.project];
    assert.equal((await stranger.get('/v1/projects/total_count', { parameters: { query } })).body.total_count, 0);
  });

  test('nothing of an organization is found by query or search by an ex-member', async () => {
    const ownGids = Object.entries(bakery).filter(([kind]) => kind !== 'offer') as [kind: string, gid: string][];
    const searched = operations.all.filter(
      ({ method, path, parameters }) => method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'query'),
    );
    const exMember = await formerMember();
    let found = 0;
    for (const { path, parameters } of searched) {
      const find = async (query: unknown) => {
        const { status, body } = await exMember.get(path, { parameters: { query } });
        return { status, body };
      };
      for (const [kind, gid] of ownGids)
        for (const field of ['gid', `${kind}.gid`, `member_of.${kind}.gid`, `${kind}s.gid`]) {
          const hidden = await find([field, '==', gid]);
          if (hidden.status === 400) continue;
          assert.deepEqual(hidden, await find([field, '==', randomUUID()]), `${path} by ${field}`);
          found++;
        }
      if (!parameters.some(({ name }) => name === 'search')) continue;
      for (const search of ['Bread', 'bakery', 'harbour', 'Kim', 'user@example.com']) {
        const text = JSON.stringify((await exMember.get(path, { parameters: { search, limit: 100 } })).body);
        for (const [, gid] of ownGids) assert.ok(!text.includes(gid), `${path} shows ${gid}`);
      }
    }
    assert.ok(found > 60, `${found} fields can be searched`);
  });

  test('403 for operations that a member may not run on visible resources, with the right that it needs', async () => {
    const [user, manager] = [await system.signIn('user@example.com'), await system.signIn('manager@example.com')];
    const adminsOnly = [
      ...['createCategory', 'updateCategory', 'deleteCategory', 'createProduct', 'updateProduct', 'deleteProduct'],
      ...['listProductOrganizations', 'allowProduct', 'disallowProduct', 'createPrice', 'updatePrice', 'deletePrice'],
      ...['createOrganization', 'updateOrganization', 'deleteOrganization', 'createApplication', ...adminCollections],
      // The body has `roles`.
      ...['createInvoice', 'createCreditNote', 'updateReceipt', 'updateUser'],
      ...['createWorker', 'updateWorker', 'deleteWorker', 'createWork', 'updateWork', 'deleteWork', 'addSourceFile'],
    ];
    const managersOnly = [
      ...['createUser', 'createMembership', 'updateMembership', 'deleteMembership', 'deleteUser'],
      ...['createInvitation', 'listOrganizationUsers', 'listOrganizationBudgets'],
      ...['importPrices', 'listPriceImports', 'getPriceImport', 'listCreditNotes', 'getCreditNote'],
      ...['createPaymentSource', 'getPaymentSource', 'updatePaymentSource', 'deletePaymentSource', 'setUpPaymentSource'],
      ...['listWebhooks', 'createWebhook', 'checkWebhook', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'listEvents'],
      ...['getWebhookSecret', 'rotateWebhookSecret', 'listDeliveries', 'getDelivery', 'redeliver', 'recoverDeliveries'],
    ];
    const mayNot = (client: ApiClient, needs: string, operationIds: string[]) =>
      operationIds.map((operationId) => ({ client, needs, operationId }));
    const refused = [
      ...mayNot(user, 'manager', managersOnly),
      ...mayNot(user, 'admin', adminsOnly),
      ...mayNot(manager, 'admin', adminsOnly),
    ];
    for (const { client, needs, operationId } of refused) {
      const operation = operations.all.find((known) => known.operationId === operationId)!;
      assert.deepEqual(refusalIn(await call(client, operation)), forbidden(operation, needs), operationId);
    }
  });

  test('a removed member loses visibility and rights within 2 s, everywhere', async () => {
    const leaver = await newMember();
    const href = await leaver.create('/v1/projects', orderOf(bakery.offer));
    const paths = [href, `/v1/products/${bakery.product}`, `/v1/organizations/${bakery.organization}`];
    for (const path of paths) assert.equal((await leaver.get(path)).status, 200, path);
    assert.equal((await admin.delete(membershipPath(leaver.gid))).status, 204);
    await eventually(async () => {
      for (const path of paths) assert.equal((await leaver.get(path)).status, 404, path);
      assert.equal((await leaver.put(href, { title: 'Still mine' })).status, 404);
      assert.equal((await leaver.delete(href)).status, 404);
      assert.equal((await leaver.post('/v1/projects', orderOf(bakery.offer))).status, 400);
      assert.equal((await leaver.get('/v1/projects')).body.total_count, 0);
    }, within2s);
    assert.equal((await admin.get(href)).body.owner.gid, leaver.gid);
  });

  test('a new manager gains visibility and rights within 2 s, and loses them again', async () => {
    const promoted = await newMember();
    const foreign = `/v1/projects/${bakery.project}`;
    assert.equal((await promoted.get(foreign)).status, 404);
    const setManager = (is_manager: boolean) => admin.put(membershipPath(promoted.gid), { is_manager });
    assert.equal((await setManager(true)).status, 204);
    await eventually(async () => {
      assert.equal((await promoted.get(foreign)).status, 200);
      assert.equal((await promoted.put(foreign, { title: 'Reviewed' })).status, 204);
      assert.equal((await promoted.get(`/v1/orgs/${bakery.organization}/users`)).status, 200);
      assert.equal((await promoted.get(`/v1/users/${bakery.user}`)).status, 200);
    }, within2s);
    assert.equal((await setManager(false)).status, 204);
    await eventually(async () => {
      assert.equal((await promoted.get(foreign)).status, 404);
      assert.equal((await promoted.put(foreign, { title: 'Once more' })).status, 404);
      assert.equal((await promoted.get(`/v1/orgs/${bakery.organization}/users`)).status, 403);
    }, within2s);
  });

  const servedBy = { identity: '/v1/organizations', catalog: '/v1/products', ordering: '/v1/projects', billing: '/v1/receipts' };
  const refusedEverywhere = (client: ApiClient) =>
    eventually(async () => {
      for (const path of Object.values(servedBy)) assert.equal((await client.get(path)).status, 401, path);
      assert.equal((await client.post('/v1/projects', orderOf(bakery.offer))).status, 401);
    }, within2s);

  test('a revoked token is refused by every service within 2 s', async () => {
    const user = await system.signIn('colleague@example.com');
    for (const path of Object.values(servedBy)) assert.equal((await user.get(path)).status, 200, path);
    assert.equal((await system.oauth('/oauth2/revoke', { token: user.token! })).status, 200);
    await refusedEverywhere(user);
    // The gateway's own operations too.
    await eventually(async () => (await user.get('/v1/schema/query')).status === 401, within2s);
    assert.equal((await user.post('/v1/batch', [{ relative_url: '/v1/me', method: 'GET' }])).status, 401);
  });

  test('a disabled user is refused by every service within 2 s, and cannot sign in', async () => {
    const user = await newMember();
    for (const path of Object.values(servedBy)) assert.equal((await user.get(path)).status, 200, path);
    assert.equal((await admin.put(`/v1/users/${user.gid}`, { is_enabled: false })).status, 204);
    await refusedEverywhere(user);
    await assert.rejects(system.signIn(user.email), /invalid_grant/);
  });

  test('each service checks the token itself: a forged one is refused behind the gateway too', async () => {
    const paths: Readonly<Record<string, string>> = { ...servedBy, files: '/v1/file_info/any' };
    for (const [name, url] of Object.entries(system.serviceUrls)) {
      const path = paths[name];
      const forged = `${admin.token!.slice(0, -8)}AAAAAAAA`;
      const response = await fetch(`${url}${path ?? '/v1'}`, { headers: { authorization: `Bearer ${forged}` } });
      // Without a public operation there is nothing to refuse.
      assert.equal(response.status, path ? 401 : 404, name);
      const internal = await fetch(`${url}/internal/state/user/${demoGids.users.user}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      assert.ok([401, 403].includes(internal.status), `${name}: ${internal.status}`);
    }
  });
});
