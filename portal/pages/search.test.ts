import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { operationsOf } from '@partner-ordering/openapi';
import { loadLocalSearchIndex } from 'vitepress/dist/client/theme-default/support/local-search.js';
import { root } from '../guides/markdown.ts';
import { filesOfSite, servedDocument } from './built-site.ts';
import { eventAnchor, eventsOf } from './events.ts';
import { miniSearch } from './search.ts';

/** As many as the page shows. */
const SHOWN = 16;
/** What is looked for by its name stands above. */
const ABOVE = 6;

let search: (words: string) => string[];
before(async () => {
  const [file = ''] = filesOfSite('assets/chunks/@localSearchIndex*.js');
  const built = (await import(join(root, 'portal/dist', file))) as Record<string, string>;
  const index = loadLocalSearchIndex(Object.values(built)[0]!, miniSearch);
  search = (words) => index.search(words).map(({ id }) => String(id));
});

const notFound = (expected: readonly (readonly [words: string, id: string])[], count: number): string[] =>
  expected.filter(([words, id]) => !search(words).slice(0, count).includes(id)).map(([words, id]) => `${id}: ${words}`);

test('an operation is found by its name, its method and path, and its summary', () => {
  const operations = [...operationsOf(servedDocument)];
  assert.ok(operations.length > 100);
  const idOf = (name: string): string => `/operations#${name}`;
  const byName = operations.flatMap(({ method, path, operation: { operationId: name } }) =>
    [name, `${method} ${path}`].map((words) => [words, idOf(name)] as const),
  );
  assert.deepEqual(notFound(byName, ABOVE), []);
  const bySummary = operations.map(({ operation }) => [operation.summary!.replaceAll('`', ''), idOf(operation.operationId)] as const);
  assert.deepEqual(notFound(bySummary, SHOWN), []);
});

test('an event, a reason of an error and a code of a detail is found by its name', () => {
  const { ErrorReason, ErrorCode } = servedDocument.components.schemas!;
  const names = [ErrorReason, ErrorCode].flatMap((schema) => schema!['x-extensible-enum'] as string[]);
  const events = eventsOf(servedDocument).map(({ type }) => [type, `/events#${eventAnchor(type)}`] as const);
  assert.deepEqual(notFound([...names.map((name) => [name, `/errors#${name}`] as const), ...events], ABOVE), []);
});

test('a guide is found by the words of its title', () => {
  const guides = [
    ['price sheets', '/price-sheets#price-sheets'],
    ['safe requests', '/safe-requests#safe-requests'],
    ['life of an order', '/orders#the-life-of-an-order'],
  ] as const;
  assert.deepEqual(notFound(guides, ABOVE), []);
});

test('a guide is found by the words of somebody with a problem', () => {
  const problems = [
    ['charged twice', '/safe-requests#safe-requests'],
    ['pay twice', '/safe-requests#idempotency-keys'],
    ['duplicate order', '/safe-requests#safe-requests'],
    ['verify signature', '/webhooks#verifying-a-request'],
  ] as const;
  assert.deepEqual(notFound(problems, 3), []);
});
