import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import zlib from 'node:zlib';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { hostileForms, hostileJson, type ApiResponse, type HostileBody } from '@partner-ordering/testing';
import { sharedBelongings } from '../belongings-system.ts';
import { listsOf, withValue } from '../constraints.ts';
import { countCalls } from '../counted-calls.ts';
import type { Operation } from '../document.ts';
import { bodyOf, pathOf } from '../requests.ts';

/** Longer than each limit except that of bytes. */
const BYTES = 65_536;
/** A little below the maximum of values in a body. */
const MANY = 4_500;
/** Maximum texts of a refusal. */
const MOST_TEXTS = 50;

const work = {
  merges: ['libs/openapi/src/schemas.ts', 'merge'],
  texts: ['libs/http/src/request/keyword-details.ts', 'keywordDetail'],
} as const;

const [jsons, forms] = [hostileJson(BYTES), hostileForms(BYTES)];
const { operations, bakery, admin } = await sharedBelongings();

const json = (label: string, value: unknown): HostileBody => ({
  label,
  body: Buffer.from(JSON.stringify(value)),
  headers: { 'content-type': 'application/json' },
});

/** Bodies whose lists are all too long, or of valid length with invalid items. */
function longLists({ operationId, body = {} }: Operation): HostileBody[] {
  const lists = listsOf(operations, body);
  const each = Math.floor(MANY / lists.length);
  const filled = (label: string, itemsOf: (maxItems: number) => unknown[]): HostileBody => {
    const sample: unknown = bodyOf(operationId, bakery);
    return json(
      label,
      lists.reduce((value, { at, maxItems }) => withValue(operations, body, value, at, itemsOf(maxItems)), sample),
    );
  };
  const words = (count: number): string[] => Array.from({ length: count }, (_, index) => `w${index}`);
  if (lists.length === 0) return [];
  return [
    { ...filled('long lists of wrong words', () => words(each)), isExcessive: lists.some(({ maxItems }) => maxItems < each) },
    filled('lists of wrong words', (maxItems) => words(Math.min(maxItems, each))),
    filled('lists of wrong objects', (maxItems) => words(Math.min(maxItems, each / 4)).map((word) => ({ [word]: word, gid: [word] }))),
  ];
}

const watchValidator = () => mock.method(RequestValidator.prototype, 'validate').mock;
const identity = { 'accept-encoding': 'identity' };

/** The resource as it was read, with long lists and an unknown field. */
async function otherThanRead({ method, path }: Operation): Promise<HostileBody[]> {
  if (method !== 'PUT') return [];
  const { status, body } = await admin.get(pathOf(path, bakery), { headers: identity });
  if (status !== 200) return [];
  const fields = Object.entries(body as Record<string, unknown>);
  const long = fields.map(([name, value]) => [name, Array.isArray(value) ? Array(100).fill(value[0] ?? 'w') : value]);
  return [json('what was read, with long lists', { ...Object.fromEntries(long), unknown_field: 1 })];
}

/** Sends hostile bodies to every operation with a body, including new operations of the document. */
describe('cost of hostile bodies', () => {
  let calls: Awaited<ReturnType<typeof countCalls<keyof typeof work>>>;
  let validator: ReturnType<typeof watchValidator>;
  const inflating = ['createInflate', 'createGunzip', 'createBrotliDecompress', 'createZstdDecompress'] as const;
  before(async () => {
    calls = await countCalls(work);
    validator = watchValidator();
    for (const name of inflating) mock.method(zlib, name, () => assert.fail(`${name} was called`));
  });
  after(() => {
    mock.restoreAll();
    calls.stop();
  });
  /** The work since the last call. Services validate each other's requests at any time, so only this operation counts. */
  const takeWork = async ({ method, path }: Operation) => {
    const ownCalls = validator.calls.filter(
      ({ arguments: [request] }) => request.method === method && request.originalUrl === pathOf(path, bakery),
    );
    validator.resetCalls();
    return { ...(await calls.takeCounts()), validations: ownCalls.length };
  };
  const send = ({ method, path }: Operation, { body, headers }: HostileBody): Promise<ApiResponse> =>
    admin.send(method, pathOf(path, bakery), { body, headers: { ...identity, ...headers } });

  const assertRefused = async (operation: Operation, hostile: HostileBody): Promise<string> => {
    const { status, body } = await send(operation, hostile);
    const description = `${hostile.label}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
    assert.ok(status >= 400 && status < 500, description);
    if (hostile.headers['content-encoding'] !== undefined) assert.equal(status, 415, description);
    return description;
  };

  for (const operation of operations.all.filter(({ body }) => body !== undefined))
    test(`4xx for hostile bodies of ${operation.operationId}, without inflating, validating twice, or a long answer`, async () => {
      const { before: unread = [], after: read = [] } = Object.groupBy(operation.isForm ? forms : jsons, ({ isRefusedUnread }) =>
        isRefusedUnread ? 'before' : 'after',
      );
      await takeWork(operation);
      for (const body of unread) await assertRefused(operation, body);
      assert.deepEqual(await takeWork(operation), { merges: 0, texts: 0, validations: 0 });
      const ownBodies = operation.isForm ? [] : [...longLists(operation), ...(await otherThanRead(operation))];
      for (const body of [...read, ...ownBodies]) await send(operation, body);
      // Forms and batches do not use the validator.
      assert.ok((await takeWork(operation)).validations > 0 || operation.isForm || operation.operationId === 'runBatch');
      for (const body of [...read, ...ownBodies]) {
        const description = await assertRefused(operation, body);
        const { merges, texts, validations } = await takeWork(operation);
        assert.ok(
          merges === 0 && texts <= MOST_TEXTS && validations <= (body.isExcessive ? 0 : 1),
          `${description} ${JSON.stringify({ merges, texts, validations })}`,
        );
      }
    });
});
