import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askedAgainWhenBusy, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import type { Operation, Operations, Schema } from './document.ts';
import { bodyOf, pathOf, queryOf, type Belongings } from './requests.ts';
import { startWithBelongings } from './belongings-system.ts';
import type { TestSystem } from './test-system.ts';

/** Sent as the number 1e400, which JSON.stringify cannot write. */
const TOO_LARGE = 'the number 1e400';

/** What no field is meant to hold; some of them fit by chance. */
const values: unknown[] = [
  ...[null, true, 0, -1, 1.005, 1e308, 2 ** 31, TOO_LARGE],
  ...['', ' ', 'x', '0', "' or 1=1 --", '\ud800', '\u202e🥐', 'x'.repeat(70_000)],
  ...[[], [[]], [null], ['x', 'x'], {}, { gid: null }, { gid: ['x'] }, { amount: -1, currency: 'eur' }, { constructor: 1 }],
];
const searched = [null, true, 1e308, '', '\ud800', '%_\\', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', [null], {}];
const texts = [
  '',
  ' ',
  '-1',
  '1e400',
  '99999999999999999999',
  '1.5',
  'NaN',
  "'",
  '%',
  '[]',
  '{}',
  '[null]',
  '🥐',
  'a,b',
  'x'.repeat(5_000),
];
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

const shownAs = (value: unknown): string => String(JSON.stringify(value)).slice(0, 100);

/** One request. */
interface Case {
  operation: Operation;
  what: string;
  body: unknown;
  parameters?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** An admin by default, as nothing hides from one. */
  client?: ApiClient;
}

/** Goes through all that the document offers: whatever is sent, the answer is one that the document knows, and never a fault of ours. */
describe('every documented operation, fed with what it is not made for', () => {
  let system: TestSystem;
  let operations: Operations;
  let bakery: Belongings;
  let admin: ApiClient;
  let member: ApiClient;
  let sent = 0;
  before(async () => {
    ({ system, operations, bakery, admin } = await startWithBelongings());
    member = await system.signIn('user@example.com');
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

  const send = (operation: Operation, body: unknown, { client = admin, ...more }: Pick<Case, 'parameters' | 'headers' | 'client'> = {}) => {
    const path = pathOf(operation.path, bakery);
    const parameters = more.parameters ?? queryOf(operation.operationId, bakery);
    const text = JSON.stringify(body)?.replaceAll(`"${TOO_LARGE}"`, '1e400');
    if (!operation.isForm)
      return client.send(operation.method, path, { ...more, parameters, ...(text === undefined ? {} : { body: text }) });
    const form = Object.entries(body as object).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
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

  /** Sends all of it, some at a time, and answers what was wrong. */
  async function faultsOfAll(cases: readonly Case[]): Promise<string[]> {
    const waiting = cases.values();
    const faults: string[] = [];
    const work = async (): Promise<void> => {
      for (const { operation, what, body, ...more } of waiting)
        faults.push(
          ...faultsOf(operation, await askedAgainWhenBusy(() => send(operation, body, more)), `${operation.operationId} ${what}`),
        );
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return faults;
  }

  test('any value in any field of any body', async () => {
    const cases = operations.all.flatMap((operation): Case[] => {
      const { operationId, isForm, body } = operation;
      if (body === undefined) return [];
      // A form holds texts; each of these may cost the checking of a password.
      return (isForm ? ['', 'x', '\ud800', '\0', 'x'.repeat(70_000)] : values).flatMap((value) => [
        ...(isForm ? [] : [{ operation, what: shownAs(value), body: value }]),
        ...fieldsOf(body).map((field) => ({
          ...{ operation, what: `${field.join('.')} = ${shownAs(value)}` },
          body: withField(bodyOf(operationId, bakery), field, value),
        })),
      ]);
    });
    assert.deepEqual(await faultsOfAll(cases), []);
  });

  test('any text in any parameter', async () => {
    const cases = operations.all.flatMap((operation): Case[] =>
      operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap(({ name }) =>
          texts.map((text) => ({
            ...{ operation, what: `${name} = ${shownAs(text)}`, body: undefined },
            parameters: { ...queryOf(operation.operationId, bakery), [name]: text },
          })),
        ),
    );
    assert.deepEqual(await faultsOfAll(cases), []);
  });

  test('any value for any searchable field and operator', async () => {
    const { body: schema } = await admin.get('/v1/schema/query');
    const cases = operations.all.flatMap((operation): Case[] =>
      ((schema[operation.path]?.searchable ?? []) as string[])
        .filter(() => operation.method === 'GET')
        .flatMap((field) =>
          ['==', '>=', '~=', 'in', 'intersect'].flatMap((operator) => searched.map((value) => JSON.stringify([field, operator, value]))),
        )
        .flatMap((query) => [admin, member].map((client) => ({ operation, what: query, body: undefined, parameters: { query }, client }))),
    );
    assert.deepEqual(await faultsOfAll(cases), []);
  });

  test('any header', async () => {
    const cases = operations.all.flatMap((operation): Case[] =>
      (operation.method === 'DELETE' ? [] : headers).map((header) => ({
        ...{ operation, what: JSON.stringify(header), headers: header },
        body: operation.body && bodyOf(operation.operationId, bakery),
      })),
    );
    assert.deepEqual(await faultsOfAll(cases), []);
  });

  test('what was accepted of it can be read', async (t) => {
    const reads = operations.all.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'));
    const faults = await faultsOfAll(reads.map((operation) => ({ operation, what: 'as documented', body: undefined })));
    for (const operation of reads.filter(
      ({ path, parameters }) => !path.includes('{') && parameters.some(({ name }) => name === 'limit'),
    )) {
      for (let offset = 0, total = 1; offset < total; offset += 100) {
        const { status, body } = await admin.get(operation.path, { parameters: { limit: 100, offset } });
        assert.equal(status, 200, `${operation.path} from ${offset}: ${JSON.stringify(body)}`);
        total = body.total_count;
      }
    }
    assert.deepEqual(faults, []);
    t.diagnostic(`${sent} requests`);
  });
});
