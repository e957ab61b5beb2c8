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
const MOST_ACTIONS = 50;

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
});
