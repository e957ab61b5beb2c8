import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiClient, ApiResponse } from '@partner-ordering/testing';
import { Operations, type Operation, type Schema } from './document.ts';
import { bodyOf, makeBelongings, pathOf, queryOf, type Belongings } from './requests.ts';
import { startTestSystem, type TestSystem } from './system.ts';

/** What no field is meant to hold; some of them fit by chance. */
const values: unknown[] = [
  ...[null, true, 0, -1, 1.005, 1e21, 1e308, 2 ** 31, 2 ** 53],
  ...['', ' ', 'x', '0', 'null', "' or 1=1 --", '%_\\', '\ud800', '\u202e🥐', 'x'.repeat(70_000)],
  ...[[], [[]], [null], ['x', 'x'], {}, { gid: null }, { gid: ['x'] }, { amount: -1, currency: 'eur' }, { constructor: 1 }],
];
const texts = ['', ' ', '-1', '1e400', '99999999999999999999', '1.5', 'NaN', "'", '%', '[]', '{}', '[null]', '🥐', 'a,b', 'x'.repeat(5_000)];
const headers: Record<string, string>[] = [
  { 'if-match': 'x' },
  { 'if-match': `"${'x'.repeat(3_000)}"` },
  { 'if-none-match': ',,"' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': '"' },
  { accept: 'image/png' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-encoding': 'zip' },
  { range: 'bytes=0-1' },
  { 'x-request-id': "' or 1=1 --".repeat(50) },
  { traceparent: 'nonsense' },
];

/** Goes through all that the document offers: whatever is sent, the answer is one that the document knows, and never a fault of ours. */
describe('every documented operation, fed with what it is not made for', () => {
  let system: TestSystem;
  let operations: Operations;
  let bakery: Belongings;
  let admin: ApiClient;
  let sent = 0;
  before(async () => {
    system = await startTestSystem();
    [operations, bakery, admin] = await Promise.all([
      Operations.of(system.url),
      makeBelongings(system),
      system.signIn('admin@example.com'),
    ]);
  });
  after(() => system?.stop());

  /** Answers what is wrong with an answer, in a list of none or one. */
  function faultsOf({ path, statuses }: Operation, { status, body }: ApiResponse, what: string): string[] {
    sent++;
    const isDocumented = statuses.includes(String(status)) || (status >= 400 && statuses.includes('default'));
    const isOAuth = path.startsWith('/oauth2/') || status === 401;
    const isShaped =
      status < 400 ||
      (isOAuth
        ? typeof body.error === 'string' && typeof body.error_description === 'string'
        : body.error?.code === status && typeof body.error.message === 'string' && (status !== 400 || body.error.details.length > 0));
    if (status < 500 && isDocumented && isShaped) return [];
    return [`${what.slice(0, 200)} answered ${status} ${JSON.stringify(body).slice(0, 200)}`];
  }

  const send = (operation: Operation, body: unknown, more: { parameters?: Record<string, unknown>; headers?: Record<string, string> } = {}) => {
    const path = pathOf(operation.path, bakery);
    const parameters = more.parameters ?? queryOf(operation.operationId, bakery);
    if (!operation.isForm) return admin.send(operation.method, path, { ...more, parameters, ...(body === undefined ? {} : { body }) });
    const form = Object.entries(body as object).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
    const type = { authorization: `Basic ${btoa('demo-app:demo-secret')}`, 'content-type': 'application/x-www-form-urlencoded' };
    return system.bearer(undefined).post(path, new URLSearchParams(form).toString(), { headers: { ...type, ...more.headers } });
  };

  /** The paths of a body's fields, two levels deep: `['options', 'due']`. */
  function fieldsOf(schema: Schema, levels = 2): string[][] {
    if (levels === 0) return [];
    return Object.entries(operations.propertiesOf(schema)).flatMap(([name, property]) => [
      [name],
      ...fieldsOf(property, levels - 1).map((rest) => [name, ...rest]),
    ]);
  }

  const withField = (body: unknown, [name = '', ...rest]: string[], value: unknown): unknown => {
    const known = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
    return { ...known, [name]: rest.length === 0 ? value : withField(known[name], rest, value) };
  };

  test('any value in any field of any body', async () => {
    const faults: string[] = [];
    for (const operation of operations.all.filter(({ body }) => body !== undefined)) {
      const { operationId } = operation;
      for (const value of values) {
        if (!operation.isForm) faults.push(...faultsOf(operation, await send(operation, value), `${operationId} ${JSON.stringify(value)}`));
        const good = () => bodyOf(operationId, bakery);
        for (const field of fieldsOf(operation.body!)) {
          const what = `${operationId} ${field.join('.')} = ${JSON.stringify(value)}`;
          faults.push(...faultsOf(operation, await send(operation, withField(good(), field, value)), what));
        }
      }
    }
    assert.deepEqual(faults, []);
  });

  test('any text in any parameter', async () => {
    const faults: string[] = [];
    for (const operation of operations.all.filter(({ method }) => method === 'GET')) {
      for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        for (const text of texts) {
          const parameters = { ...queryOf(operation.operationId, bakery), [name]: text };
          faults.push(...faultsOf(operation, await send(operation, undefined, { parameters }), `${operation.operationId} ${name}=${text}`));
        }
      }
    }
    assert.deepEqual(faults, []);
  });

  test('any value for any searchable field and operator', async () => {
    const faults: string[] = [];
    const { body: schema } = await admin.get('/v1/schema/query');
    const operators = ['==', '>=', '~=', 'in', 'intersect'];
    for (const operation of operations.all.filter(({ path, method }) => method === 'GET' && schema[path])) {
      for (const field of schema[operation.path].searchable) {
        for (const operator of operators) {
          for (const value of [null, true, 1e308, '', '\ud800', '%_\\', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', [null], {}]) {
            const query = JSON.stringify([field, operator, value]);
            faults.push(...faultsOf(operation, await send(operation, undefined, { parameters: { query } }), `${operation.operationId} ${query}`));
          }
        }
      }
    }
    assert.deepEqual(faults, []);
  });

  test('any header', async () => {
    const faults: string[] = [];
    for (const operation of operations.all.filter(({ method }) => method !== 'DELETE')) {
      for (const header of headers) {
        const body = operation.body && bodyOf(operation.operationId, bakery);
        faults.push(...faultsOf(operation, await send(operation, body, { headers: header }), `${operation.operationId} ${JSON.stringify(header)}`));
      }
    }
    assert.deepEqual(faults, []);
  });

  test('what was accepted of it can be read', async (t) => {
    const faults: string[] = [];
    for (const operation of operations.all.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'))) {
      faults.push(...faultsOf(operation, await send(operation, undefined), operation.operationId));
      if (!operation.parameters.some(({ name }) => name === 'limit')) continue;
      for (let offset = 0, total = 1; offset < total; offset += 100) {
        const answer = await admin.get(pathOf(operation.path, bakery), { parameters: { limit: 100, offset } });
        faults.push(...faultsOf(operation, answer, `${operation.operationId} from ${offset}`));
        total = answer.body.total_count;
        if (operation.path.includes('{')) continue;
        for (const { href } of answer.body.items) if ((await admin.get(href)).status !== 200) faults.push(`${href} cannot be read`);
      }
    }
    t.diagnostic(`${sent} requests`);
    assert.deepEqual(faults, []);
  });
});
