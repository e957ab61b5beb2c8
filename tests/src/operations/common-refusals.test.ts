import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionOf } from '@partner-ordering/http';
import { sharedBelongings } from '../belongings-system.ts';
import type { Operation } from '../document.ts';
import { changedSince, forbidden, invalid, invalidRequest, missing, refusalIn, unauthorized } from '../refusals.ts';
import { pathOf } from '../requests.ts';
import { demoGids } from '../test-system.ts';

const { system, operations, bakery, admin, call } = await sharedBelongings();
const user = await system.signIn('user@example.com');
const unknownGid = '019a0000-0000-7000-8000-00000000ffff';

/** They ignore unknown parameters, as OAuth requires of its pages. */
const pages: ReadonlySet<string> = new Set(['/oauth2/authorize', '/oauth2/sign_in', '/oauth2/sign_out']);

/** The operations of a kind; fails if there are too few, so that no test passes for lack of them. */
const operationsWith = (isChosen: (operation: Operation) => boolean, least = 40): readonly Operation[] => {
  const found = operations.all.filter(isChosen);
  assert.ok(found.length >= least, `${found.length} operations`);
  return found;
};

const takesJson = ({ body, isForm }: Operation): boolean => body !== undefined && !isForm;
const isSearched = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'query');

/** Goes through the whole document, so a new operation is tested at once. Refusals of one operation are in the golden corpus. */
describe('common refusals of operations', () => {
  test('401 with a challenge, without a token and with an invalid one', async () => {
    for (const operation of operationsWith(({ isPublic }) => !isPublic)) {
      // Other operations take the token in the query too.
      const description = operation.operationId === 'runBatch' ? 'An access token is required in the Authorization header' : undefined;
      const [withoutTokenAnswer, badTokenAnswer] = [
        await call(system.bearer(undefined), operation),
        await call(system.bearer('made-up'), operation),
      ];
      assert.deepEqual(refusalIn(withoutTokenAnswer), unauthorized.withoutToken(description), operation.operationId);
      assert.deepEqual(refusalIn(badTokenAnswer), unauthorized.withBadToken(), operation.operationId);
    }
  });

  test('403 for a token without the scope, in the words of the contract', async () => {
    const clients = await Promise.all(
      ['files', 'upload_files', 'base'].map(async (scope) => [scope, await system.signIn('admin@example.com', scope)] as const),
    );
    for (const operation of operationsWith(({ scopes }) => scopes.length > 0)) {
      for (const [, client] of clients.filter(([scope]) => !operation.scopes.includes(scope)))
        assert.deepEqual(refusalIn(await call(client, operation)), forbidden(operation), operation.operationId);
    }
  });

  test('400 for an unknown parameter', async () => {
    for (const operation of operationsWith(({ path }) => !pages.has(path))) {
      const answer = await call(admin, operation, { parameters: { unknown: 1 } });
      const message = 'is not a known parameter';
      const expected = operation.path.startsWith('/oauth2/')
        ? invalidRequest(`unknown: ${message}`)
        : invalid({ path: 'unknown', code: 'unknown_parameter', message });
      assert.deepEqual(refusalIn(answer), expected, operation.operationId);
    }
  });

  test('400 for a body of invalid JSON, with the place', async () => {
    for (const operation of operationsWith(takesJson)) {
      const answer = await call(admin, operation, { body: '{' });
      const place = { message: 'is not valid JSON, see line 1, column 2', params: { line: 1, column: 2 } };
      assert.deepEqual(refusalIn(answer), invalid({ path: 'body', code: 'not_json', ...place }), operation.operationId);
    }
  });

  test('400 names each invalid field of a body, once and in the order of the document', async () => {
    for (const operation of operationsWith((one) => takesJson(one) && one.operationId !== 'runBatch')) {
      const fields = Object.keys(operations.propertiesOf(operation.body!));
      const { status, body } = await call(admin, operation, { body: Object.fromEntries(fields.map((name) => [name, [[]]])) });
      const faultyFields = (body.error.details as { path: string }[]).map(({ path }) => path.split('.')[0]);
      assert.deepEqual([status, faultyFields], [400, fields], operation.operationId);
    }
  });

  test('400 for a search by invalid JSON or an unknown field, and for an unknown order, with the existing fields', async () => {
    const { body: schema } = await admin.get('/v1/schema/query');
    for (const operation of operationsWith(isSearched)) {
      const { searchable, orderable } = schema[operation.path] as Record<'searchable' | 'orderable', string[]>;
      const refusalFor = async (parameters: object) => refusalIn(await call(admin, operation, { parameters: { ...parameters } }));
      assert.deepEqual(
        await refusalFor({ query: '[' }),
        invalid({ path: 'query', code: 'not_json', message: 'is not valid JSON' }),
        operation.operationId,
      );
      const unsearchable = {
        code: 'not_searchable',
        message: `"nothing" is not searchable here; searchable are ${searchable.join(', ')}`,
        params: { field: 'nothing', allowed: searchable },
      };
      assert.deepEqual(
        await refusalFor({ query: ['nothing', '==', 1] }),
        invalid({ path: 'query', ...unsearchable }),
        operation.operationId,
      );
      if (operation.path.endsWith('/total_count')) continue;
      const unorderable = {
        code: 'not_sortable',
        message: `"nothing" is not orderable here; orderable are ${orderable.join(', ')}`,
        params: { field: 'nothing', allowed: orderable },
      };
      assert.deepEqual(await refusalFor({ orderBy: 'nothing' }), invalid({ path: 'orderBy', ...unorderable }), operation.operationId);
    }
  });

  test('404 names the missing resource for each parameter of a path', async () => {
    // Operations whose message has another noun than the word before the parameter.
    const nouns: Readonly<Record<string, string>> = {
      unstarFile: 'starred file',
      getMemberBudget: 'budget',
      receivePaymentEvent: 'payment provider',
    };
    for (const operation of operationsWith(({ statuses }) => statuses.includes('404')))
      for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'path')) {
        const [pathBefore = '', pathAfter = ''] = operation.path.split(`{${name}}`);
        const { noun } = actionOf({ method: 'get', path: pathBefore.replace('/orgs/', '/organizations/') });
        const answer = await call(admin, operation, { path: `${pathBefore}${unknownGid}${pathAfter}` });
        assert.deepEqual(refusalIn(answer), missing(nouns[operation.operationId] ?? noun), `${operation.operationId} ${name}`);
      }
  });

  test('412 for an old If-Match, with the current tag, in every operation with the header, without a change', async () => {
    const userGid: string = demoGids.users.colleague;
    const share = pathOf(`/v1/projects/{gid}/shared_with/${userGid}`, bakery);
    await user.create(pathOf('/v1/projects/{gid}/shared_with', bakery), { user: { gid: userGid } });
    // The resource is read at another path, or the bakery has none.
    const otherPaths: Readonly<Record<string, { path?: string; seenAt: string }>> = {
      endUserSessions: { seenAt: '/v1/users/{gid}' },
      allowProduct: { seenAt: '/v1/products/{gid}' },
      markWork: { seenAt: '/v1/works/{gid}' },
      markProjectSeen: { seenAt: '/v1/projects/{gid}' },
      disallowProduct: { seenAt: '/v1/products/{gid}' },
      unstarFile: { seenAt: await admin.create('/v1/files', { path: bakery.file }) },
      unshareProject: { path: share, seenAt: share },
    };
    // A resource behind the token of a mail has no GET, so its 412 has no tag: see the golden corpus.
    for (const operation of operationsWith(({ statuses, path }) => statuses.includes('412') && !path.includes('{token}'), 30)) {
      const { path = operation.path, seenAt = path } = otherPaths[operation.operationId] ?? {};
      const client = path.startsWith('/v1/me') || operation.operationId === 'markWork' ? user : admin;
      // A compressed answer has a tag of its own.
      const read = () => client.get(pathOf(seenAt, bakery), { headers: { 'accept-encoding': 'identity' } });
      const before = await read();
      const answer = await call(client, operation, { path, headers: { 'if-match': '"of another time"' } });
      assert.deepEqual(refusalIn(answer), changedSince(before.headers.get('etag')!), operation.operationId);
      const { status, body } = await read();
      assert.deepEqual([status, body], [200, before.body], operation.operationId);
    }
    assert.equal((await user.delete(share)).status, 204);
  });
});
