import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenToken } from './auth.ts';
import { ApiError, ConnectionError, InvalidRequestError, NotFoundError, PreconditionFailedError, TooManyRequestsError } from './errors.ts';
import { clientOf, openAnswers, openServer } from './fixtures/server.ts';

const auth = givenToken('a-token');
const created = { status: 201, headers: { location: '/v1/comments/0199' } };
const comment = { message: 'Hello', uri: '/v1/projects/1' };
const busy = { status: 503 };

describe('repeated calls', () => {
  test('503 is repeated with waits that double, and with the same idempotency key', async () => {
    await using server = await openAnswers(busy, busy, busy, created);
    const { api, waits } = clientOf(server.url, { auth });

    assert.deepEqual(await api.createComment(comment), { href: '/v1/comments/0199', gid: '0199' });
    assert.deepEqual(waits, [125, 250, 500]);
    const keys = new Set(server.requests.map(({ headers }) => headers['idempotency-key']));
    assert.deepEqual([server.requests.length, keys.size], [4, 1]);
    assert.match(String([...keys][0]), /^[\da-f-]{36}$/);
    await api.createComment(comment);
    assert.equal(keys.has(server.requests.at(-1)!.headers['idempotency-key']), false);
  });

  test('a POST whose answer is lost is repeated with its key', async () => {
    await using server = await openAnswers('cut', created);
    const { api } = clientOf(server.url, { auth });
    assert.equal((await api.createComment(comment, { idempotencyKey: 'order-4471' })).gid, '0199');
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['idempotency-key']),
      ['order-4471', 'order-4471'],
    );
  });

  test('a POST without a key whose answer is lost is not repeated: the error says it may have taken effect', async () => {
    await using server = await openAnswers('cut');
    const { api } = clientOf(server.url);
    await assert.rejects(api.requestPasswordReset({ email: 'user@example.com' }), (error) => {
      return error instanceof ConnectionError && error.mayHaveTakenEffect && error.attempts === 1;
    });
    assert.equal(server.requests.length, 1);
    assert.equal('idempotency-key' in server.requests[0]!.headers, false);
  });

  test('429 is repeated after its Retry-After, a POST without a key too', async () => {
    await using server = await openAnswers({ status: 429, headers: { 'retry-after': '7' } }, { status: 204 });
    const { api, waits } = clientOf(server.url);
    await api.requestPasswordReset({ email: 'user@example.com' });
    assert.deepEqual(waits, [7125]);
  });

  test('429 with a Retry-After of more than a minute is thrown with it', async () => {
    await using server = await openAnswers({ status: 429, headers: { 'retry-after': '3600' } });
    const { api, waits } = clientOf(server.url, { auth });
    await assert.rejects(api.getMe(), (error) => error instanceof TooManyRequestsError && error.retryAfterMs === 3_600_000);
    assert.deepEqual([waits, server.requests.length], [[], 1]);
  });

  test('409 is repeated while the first request with the key still runs', async () => {
    await using server = await openAnswers({ status: 409 }, created);
    const { api } = clientOf(server.url, { auth });
    assert.equal((await api.createComment(comment)).gid, '0199');
  });

  test('the error of a failed creation has its key, so that the caller can repeat it', async () => {
    await using server = await openAnswers('cut', busy, created);
    const { api } = clientOf(server.url, { auth, retry: { attempts: 1 } });
    let idempotencyKey: string | undefined;
    for (const name of ['ConnectionError', 'ServerError'])
      await assert.rejects(api.createComment(comment, { idempotencyKey }), (error) => {
        assert.ok((error instanceof ConnectionError || error instanceof ApiError) && error.name === name && error.mayHaveTakenEffect);
        idempotencyKey = error.idempotencyKey;
        return true;
      });
    await api.createComment(comment, { idempotencyKey });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size, keys[0]], [3, 1, idempotencyKey]);
    await using other = await openAnswers(busy);
    await assert.rejects(clientOf(other.url, { auth }).api.getMe(), { idempotencyKey: undefined });
  });

  test("a caller's header replaces ours regardless of case, so their idempotency key is sent", async () => {
    await using server = await openAnswers('cut', busy, created);
    const { api } = clientOf(server.url, { auth, retry: { attempts: 2 } });
    const headers = { 'Idempotency-Key': 'mine', 'Content-Type': 'application/json', Authorization: 'Basic x', ACCEPT: 'text/plain' };
    const failure = { name: 'ServerError', idempotencyKey: 'mine', mayHaveTakenEffect: true, attempts: 2 };
    await assert.rejects(api.createComment(comment, { headers }), failure);
    const sentHeaders = server.requests.map(({ headers: { 'idempotency-key': key, 'content-type': type, authorization, accept } }) => [
      ...[key, type, authorization, accept],
    ]);
    assert.deepEqual(sentHeaders, Array(2).fill(['mine', 'application/json', 'Bearer a-token', 'text/plain']));
  });

  test('an operation without idempotency keys refuses one before anything is sent', async () => {
    await using server = await openAnswers({ status: 204 });
    const { api } = clientOf(server.url, { auth });
    const options = { idempotencyKey: 'order-4471' };
    for (const [call, name] of [
      [() => api.requestPasswordReset({ email: 'user@example.com' }, options), 'requestPasswordReset'],
      [() => api.updateComment('1', { message: 'New' }, options), 'updateComment'],
    ] as const)
      await assert.rejects(call, { name: 'UsageError', message: `${name}: takes no idempotency key` });
    assert.equal(server.requests.length, 0);
  });

  test('an unknown option or an argument too many, as of an older call, is refused before anything is sent', async () => {
    await using server = await openAnswers(created);
    const { api } = clientOf(server.url, { auth });
    const createProject = api.createProject as (...args: unknown[]) => Promise<unknown>;
    for (const [args, fault] of [
      [[{ dry_run: true }], 'dry_run is no option'],
      [[{}, { idempotencyKey: 'mine' }], 'takes fewer arguments'],
    ] as const)
      await assert.rejects(async () => createProject({}, ...args), { name: 'UsageError', message: `createProject: ${fault}` });
    assert.equal(server.requests.length, 0);
  });

  test('an error of onAnswer is thrown unchanged, and the call is not repeated', async () => {
    await using server = await openAnswers(created);
    const { api } = clientOf(server.url, { auth });
    const thrown = new TypeError('no such form');
    const onAnswer = (): never => {
      throw thrown;
    };
    await assert.rejects(api.createComment(comment, { onAnswer }), (error) => error === thrown);
    assert.equal(server.requests.length, 1);
  });

  test('404 counts as success for a DELETE whose first answer was lost; otherwise it is thrown', async () => {
    await using server = await openAnswers('cut', { status: 404 });
    const { api } = clientOf(server.url, { auth });
    assert.equal(await api.deleteComment('1'), undefined);
    await assert.rejects(api.deleteComment('1'), NotFoundError);
  });

  test('412 of a PUT whose first answer was lost says that it may have taken effect', async () => {
    await using server = await openAnswers('cut', { status: 412 });
    const { api } = clientOf(server.url, { auth });
    const update = api.updateComment('1', { message: 'New' }, { ifMatch: '"1"' });
    await assert.rejects(update, (error) => error instanceof PreconditionFailedError && error.mayHaveTakenEffect && error.attempts === 2);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['if-match']),
      ['"1"', '"1"'],
    );
  });

  test('a POST without a key is repeated when the connection was refused', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    await using server = await openAnswers({ status: 204 });
    let count = 0;
    const runtime = { fetch: (...args: Parameters<typeof fetch>) => (count++ === 0 ? Promise.reject(refused) : fetch(...args)) };
    await clientOf(server.url, { runtime }).api.requestPasswordReset({ email: 'user@example.com' });
    assert.deepEqual([count, server.requests.length], [2, 1]);
  });

  test('an answer that does not come in time is a ConnectionError', async () => {
    await using server = await openAnswers('silence');
    const { api } = clientOf(server.url, { auth, timeoutMs: 20, retry: { attempts: 2 } });
    const failure = { name: 'ConnectionError', message: 'getMe was not answered in time', attempts: 2, mayHaveTakenEffect: false };
    await assert.rejects(api.getMe(), failure);
  });

  test('a signal ends a call while it waits for an answer, and between attempts', async () => {
    const stop = new AbortController();
    await using server = await openServer(() => (setImmediate(() => stop.abort(new Error('enough'))), 'silence'));
    const { api } = clientOf(server.url, { auth });
    await assert.rejects(api.getMe({}, { signal: stop.signal }), /^Error: enough$/);

    const later = new AbortController();
    await using other = await openAnswers(busy);
    const sleep = async (): Promise<void> => later.abort(new Error('too late'));
    await assert.rejects(clientOf(other.url, { auth, runtime: { sleep } }).api.getMe({}, { signal: later.signal }), /^Error: too late$/);
    assert.equal(other.requests.length, 1);
  });
});

describe('errors of the client', () => {
  test('400 names each field and is not repeated', async () => {
    const params = { types: ['integer'], min: 1, max: 3650 };
    const details = [{ path: 'options.due', code: 'out_of_range', message: 'must be a whole number from 1 to 3650', params }];
    const body = { error: { code: 400, reason: 'invalid', message: 'Data missing or invalid', details } };
    await using server = await openAnswers({ status: 400, headers: { 'x-request-id': 'r-1' }, body });
    const { api } = clientOf(server.url, { auth });
    await assert.rejects(api.createComment(comment), (error) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual([error.details, error.requestId, error.mayHaveTakenEffect], [details, 'r-1', false]);
      assert.deepEqual(
        [error.reason, error.detail('out_of_range')?.params, error.has('out_of_range', 'title')],
        ['invalid', params, false],
      );
      const message = 'createComment: 400 Data missing or invalid: options.due must be a whole number from 1 to 3650';
      return error.message === message;
    });
    assert.equal(server.requests.length, 1);
  });

  test('the status decides the class of an error: an outage is no AuthenticationError, whatever its code', async () => {
    for (const [status, name] of [
      [400, 'AuthenticationError'],
      [401, 'AuthenticationError'],
      [403, 'ForbiddenError'],
      [413, 'TooLargeError'],
      [429, 'TooManyRequestsError'],
      [503, 'ServerError'],
    ] as const) {
      await using server = await openAnswers({ status, body: { error: 'some_code', error_description: 'later' } });
      const { api } = clientOf(server.url, { auth, retry: { attempts: 1 } });
      await assert.rejects(api.getMe(), { name, error: 'some_code', message: `getMe: ${status} some_code: later` });
    }
    await using proxy = await openAnswers({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' });
    await assert.rejects(clientOf(proxy.url, { auth }).api.getMe(), /^ServerError: getMe: 502 Bad Gateway$/);
    await using other = await openAnswers({ status: 503, body: { error: { details: null } } });
    await assert.rejects(clientOf(other.url, { auth }).api.getMe(), { name: 'ServerError', reason: null, details: [] });
  });

  test('an error of an older service, without reason and codes, keeps its details', async () => {
    const details = [{ path: 'uri', message: 'does not exist' }];
    await using server = await openAnswers({ status: 400, body: { error: { code: 400, message: 'Data missing or invalid', details } } });
    await assert.rejects(clientOf(server.url, { auth }).api.createComment(comment), (error) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual([error.reason, error.details, error.has('not_found')], [null, details, false]);
      return true;
    });
  });

  test('a success that is no JSON, and a creation without Location, are errors that name the operation', async () => {
    await using server = await openServer(({ method }) => (method === 'GET' ? { status: 200, body: 'Welcome!' } : { status: 201 }));
    const { api } = clientOf(server.url, { auth });
    await assert.rejects(api.getMe(), /^PartnerOrderingError: getMe: the answer is no JSON$/);
    await assert.rejects(api.createComment(comment), /createComment: the answer has no Location$/);
  });

  test('no error contains the token or the address of the service', async () => {
    await using server = await openAnswers({ status: 401, body: { error: 'invalid_grant', error_description: 'expired' } });
    const { api } = clientOf(server.url, { auth });
    await assert.rejects(api.getMe(), (error) => {
      const text = JSON.stringify([error, (error as Error).message, (error as Error).stack, Object.entries(error as object)]);
      return error instanceof ApiError && error.status === 401 && !text.includes('a-token') && !text.includes(server.url);
    });
    const brokenClient = clientOf(server.url, { auth: givenToken('a\nsecret') }).api;
    await assert.rejects(brokenClient.getMe(), { name: 'UsageError', message: 'the value of authorization is no header' });
  });

  test('a path parameter that would lead elsewhere, an address without TLS and one with /v1 are refused', () => {
    const { api } = clientOf('http://127.0.0.1:1', { auth });
    for (const gid of ['', '..', '.', undefined as never])
      assert.throws(() => api.getProject(gid), /^UsageError: getProject: gid is no name$/);
    assert.throws(() => clientOf('http://orders.example'), /^UsageError: url: https only/);
    assert.throws(() => clientOf('https://orders.example/v1/'), /^UsageError: url: without \/v1/);
    assert.ok(clientOf('http://gateway:8080', { allowsPlainHttp: true }));
  });
});
