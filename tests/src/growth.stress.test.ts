import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ApiClient } from '@partner-ordering/testing';
import { textsOf, withValue } from './constraints.ts';
import { Operations, type Operation } from './document.ts';
import { bodyOf, makeBelongings, pathOf, queryOf, type Belongings } from './requests.ts';
import { startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

/** Slow for careless code: marks to sort, quotes and brackets to pair, surrogates, digits and blanks to try again. */
const units = ['\u0301\u0323', '<', '"', '\\', '🥐', '\u05d0\u202e', '1 ', 'a@', '['];
/** In a head, only what may stand there. */
const headerUnits = ['"', 'W/"', ',', '\\', ';q=', ' ,', '1'];

/** Below this, a request is cheap however its cost grows. */
const CHEAP_MS = 100;
/** Twice the input may cost twice as much and somewhat more; what is quadratic costs four times as much. */
const MOST_GROWTH = 3;
const ATTEMPTS = 3;

/** Characters that fit into a body, a URL and a head. The services refuse most of such texts, and that must be cheap too. */
const BODY_LENGTH = 40_000;
const URL_LENGTH = 40_000;
const HEADER_LENGTH = 30_000;
/** Shorter texts cannot be expensive. */
const LONG = 1_000;

/** Sends a request in which one text has about so many characters. */
interface Input {
  label: string;
  length: number;
  send: (length: number) => Promise<{ status: number }>;
}

const repeatedText = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Milliseconds of CPU of this thread, which all services of a test system share with their client. */
async function costOf({ send }: Input, length: number): Promise<number> {
  const start = process.threadCpuUsage();
  const { status } = await send(length);
  const { user, system } = process.threadCpuUsage(start);
  assert.ok(status < 500, `${status}`);
  return (user + system) / 1000;
}

const lowestCost = async (input: Input, length: number): Promise<number> =>
  Math.min(await costOf(input, length), await costOf(input, length), await costOf(input, length));

/** The factor by which twice the text costs more, if it is too much in each measurement; otherwise undefined. */
async function growthOf(input: Input): Promise<number | undefined> {
  const first = await costOf(input, input.length);
  if (first < CHEAP_MS || first / (await costOf(input, input.length / 2)) < MOST_GROWTH) return undefined;
  let growth = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [halfCost, wholeCost] = [await lowestCost(input, input.length / 2), await lowestCost(input, input.length)];
    growth = wholeCost / halfCost;
    if (wholeCost < CHEAP_MS || growth < MOST_GROWTH) return undefined;
  }
  return growth;
}

describe('CPU cost of long texts', () => {
  let system: TestSystem;
  let operations: Operations;
  let bakery: Belongings;
  let admin: ApiClient;
  before(async () => {
    system = await startTestSystem({ validateResponses: false });
    [operations, bakery, admin] = await Promise.all([
      Operations.read(system.url),
      makeBelongings(system),
      system.signIn('admin@example.com'),
    ]);
  });
  after(() => system?.stop());

  /** Measures each input; answers what grows too fast. */
  async function tooSteep(inputs: Iterable<Input>, atLeast: number): Promise<string[]> {
    const steep: string[] = [];
    let seen = 0;
    for (const input of inputs) {
      const growth = await growthOf(input);
      if (growth !== undefined) steep.push(`${input.label}: ${growth.toFixed(1)}`);
      seen++;
    }
    assert.ok(seen >= atLeast, `${seen} inputs`);
    return steep;
  }

  /** Lengths worth a look: what a field takes, and what its body takes. */
  const lengthsOf = (maxLength: number): number[] =>
    maxLength > LONG && maxLength < BODY_LENGTH ? [maxLength, BODY_LENGTH] : [BODY_LENGTH];

  function* bodyInputs(): Generator<Input> {
    for (const { operationId, method, path, body, isForm } of operations.all) {
      if (body === undefined || isForm) continue;
      const good = bodyOf(operationId, bakery);
      for (const { at, maxLength } of textsOf(operations, body))
        for (const length of lengthsOf(maxLength))
          for (const unit of units)
            yield {
              label: `${operationId} ${at.join('.')} ${JSON.stringify(unit)}`,
              length,
              send: (length) =>
                admin.send(method, pathOf(path, bakery), { body: withValue(operations, body, good, at, repeatedText(unit, length)) }),
            };
    }
  }

  function* formInputs(): Generator<Input> {
    for (const { operationId, path, body } of operations.all.filter(({ isForm }) => isForm)) {
      const good = bodyOf(operationId, bakery) as Record<string, string>;
      for (const [name, schema] of [...Object.entries(operations.propertiesOf(body!)), ['unknown', {}] as const])
        for (const length of lengthsOf((schema as { maxLength?: number }).maxLength ?? Infinity))
          for (const unit of units)
            yield {
              label: `${operationId} ${name} ${JSON.stringify(unit)}`,
              length,
              send: (size) => system.oauth(path, { ...good, [name]: repeatedText(unit, size) }),
            };
    }
  }

  /** A text that takes so many characters in a URL. */
  const inUrl = (unit: string, length: number): string => unit.repeat(Math.ceil(length / encodeURIComponent(unit).length));

  function* urlInputs(): Generator<Input> {
    for (const { operationId, method, path, parameters, body } of operations.all) {
      const requestBody = body === undefined ? {} : { body: bodyOf(operationId, bakery) };
      const good = queryOf(operationId, bakery);
      const labelOf = (name: string, unit: string) => ({ label: `${operationId} ${name} ${JSON.stringify(unit)}`, length: URL_LENGTH });
      for (const unit of units) {
        const inPath = (size: number) => path.replaceAll(/\{\w+\}/g, encodeURIComponent(inUrl(unit, size)));
        if (path.includes('{')) yield { ...labelOf('path', unit), send: (size) => admin.send(method, inPath(size), requestBody) };
        if (method !== 'GET') continue;
        for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
          yield {
            ...labelOf(name, unit),
            send: (size) => admin.get(pathOf(path, bakery), { parameters: { ...good, [name]: inUrl(unit, size) } }),
          };
          if (name !== 'query') continue;
          const query = (size: number) => ['gid', '==', inUrl(unit, size)];
          yield {
            ...labelOf('value in query', unit),
            send: (size) => admin.get(pathOf(path, bakery), { parameters: { query: query(size) } }),
          };
        }
      }
    }
  }

  const common = ['authorization', 'accept', 'accept-language', 'content-type', 'x-request-id', 'traceparent', 'x-forwarded-for', 'range'];

  function* headerInputs(): Generator<Input> {
    for (const { operationId, method, path, parameters, body } of operations.all.filter(isFirstOfItsKind)) {
      const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
      const requestBody = body === undefined ? {} : { body: bodyOf(operationId, bakery) };
      for (const name of new Set([...common, ...names, 'if-match', 'if-none-match', 'idempotency-key']))
        for (const unit of headerUnits)
          yield {
            label: `${operationId} ${name} ${JSON.stringify(unit)}`,
            length: HEADER_LENGTH,
            send: (size) =>
              admin.send(method, pathOf(path, bakery), { ...requestBody, headers: { [name]: repeatedText(unit, size).trim() || '-' } }),
          };
    }
  }

  /** Headers are read before the operation, alike for all of a method of a service. */
  function isFirstOfItsKind(operation: Operation, index: number, all: readonly Operation[]): boolean {
    const kindOf = ({ method, path }: Operation) => `${method} ${path.split('/').slice(0, 3).join('/')} ${path.endsWith('}')}`;
    return operation.method !== 'DELETE' && all.findIndex((other) => kindOf(other) === kindOf(operation)) === index;
  }

  test('twice the text costs at most about twice the CPU in every text of every JSON body', async () =>
    assert.deepEqual(await tooSteep(bodyInputs(), 1_000), []));
  test('twice the text costs at most about twice the CPU in every field of every form', async () =>
    assert.deepEqual(await tooSteep(formInputs(), 100), []));
  test('twice the text costs at most about twice the CPU in every path and every query parameter', async () =>
    assert.deepEqual(await tooSteep(urlInputs(), 2_000), []));
  test('twice the text costs at most about twice the CPU in every header that the services read', async () =>
    assert.deepEqual(await tooSteep(headerInputs(), 500), []));
});
