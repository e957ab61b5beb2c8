import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document } from '@partner-ordering/openapi';
import { fallback } from './app.ts';

test('404 and not 405 for a path that only looks like one with a full stop', () => {
  const paths = { '/.well-known/x.json': { get: {} } } as unknown as Document['paths'];
  const statusOf = (path: string) => {
    let status: unknown;
    fallback(paths)({ path } as never, {} as never, (error) => (status = (error as unknown as { status: number }).status));
    return status;
  };
  assert.deepEqual(
    ['/.well-known/x.json', '/.well-known/x.json/', '/xwell-known/x.json', '/.well-known/xajson'].map(statusOf),
    [405, 405, 404, 404],
  );
});
