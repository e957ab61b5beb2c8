import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { forbiddenText } from './refusals.ts';

const root = new URL('../..', import.meta.url).pathname;
const document = JSON.parse(readFileSync(`${root}/services/gateway/generated/openapi.json`, 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string }>>;
};
const files = globSync('tests/golden/*/*.http', { cwd: root });

/** Method and path of each operation, by its operationId. */
const routes = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId = '' }]) => [operationId, { method, path }] as const),
  ),
);

test('a recorded 403 names the refused action in the words of the contract, in every service', () => {
  let seen = 0;
  for (const file of files) {
    const route = routes.get(basename(file, '.http'))!;
    // Signed addresses and forms need no token, so their refusals name no action.
    if (route.path.startsWith('/v1/storage')) continue;
    for (const [, message] of readFileSync(`${root}/${file}`, 'utf8').matchAll(/"code":403,"reason":"forbidden","message":"([^"]*)"/g)) {
      assert.equal(message, forbiddenText(route), file);
      seen++;
    }
  }
  assert.ok(seen > 40, `${seen} refusals`);
});

test('a recorded 400 has no words of JSON Schema or of its engine', () => {
  const conversation =
    /must have required property|additional propert|oneOf|schema|in JSON at position|must be (?:string|object|array|integer)\b|NOT have/;
  for (const file of files)
    for (const [, message] of readFileSync(`${root}/${file}`, 'utf8').matchAll(
      /"path":"[^"]*","code":"\w+","message":"((?:[^"\\]|\\.)*)"/g,
    ))
      assert.doesNotMatch(message!, conversation, file);
});

test('a recorded 400 names each field once', () => {
  for (const file of files)
    for (const line of readFileSync(`${root}/${file}`, 'utf8').split('\n')) {
      if (!line.startsWith('{"error":{"code":400,')) continue;
      const { error } = JSON.parse(line) as { error: { details?: { path: string }[] } };
      const paths = (error.details ?? []).map(({ path }) => path);
      assert.deepEqual(paths, [...new Set(paths)], file);
    }
});
