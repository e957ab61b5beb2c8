import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { givenToken } from './auth.ts';
import { clientOf, openServer } from './fixtures/server.ts';

type Paths = Record<string, Record<string, { operationId?: string; requestBody?: object; 'x-page'?: boolean }>>;

const pathsOf = (service: string): Paths => {
  const file = new URL(`../../../services/${service}/generated/openapi.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { paths: Paths }).paths;
};

test('each operation of the document but for pages goes where the document says, with its path parameters encoded', async () => {
  await using server = await openServer(() => ({ status: 418 }));
  const { api } = clientOf(server.url, { auth: givenToken('a-token'), retry: { attempts: 1 } });
  const identityPaths = pathsOf('identity');
  let seen = 0;
  for (const [path, { parameters: _, ...item }] of Object.entries(pathsOf('gateway')))
    for (const [method, { operationId, requestBody }] of Object.entries(item)) {
      if (identityPaths[path]?.[method]?.['x-page']) continue;
      const names = path.match(/\{\w+\}/g) ?? [];
      const call = api[operationId as keyof typeof api] as unknown as (...args: unknown[]) => Promise<unknown>;
      await assert.rejects(async () => call(...names.map(() => 'a/b'), ...(requestBody ? [new FormData()] : [])), /418/, operationId);
      const lastRequest = server.requests.at(-1)!;
      const expectedPath = path.replaceAll(/\{\w+\}/g, 'a%2Fb');
      assert.deepEqual([lastRequest.method, lastRequest.path.split('?')[0]], [method.toUpperCase(), expectedPath], operationId);
      seen++;
    }
  assert.ok(seen > 100, `${seen} operations`);
});
