import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { NamedRoute } from '@partner-ordering/openapi';
import type { Cause } from '@partner-ordering/service-client';
import type { Request } from 'express';
import type { Runtime } from '../runtime/runtime.ts';
import { contextOf } from './operations.ts';

test('an answer that waits asks other services within a new time, and keeps the id of its request', async () => {
  const operation = { method: 'GET', path: '/internal/notes', isIdempotent: true };
  const runtime = { callable: { notes: { listNotes: operation } }, ask: (_call: unknown, cause: Cause) => Promise.resolve(cause) };
  const request = { res: new EventEmitter() } as unknown as Request;
  const cause = { deadlineMs: performance.now() - 1, requestId: 'one' };
  const context = contextOf(runtime as unknown as Runtime, {} as NamedRoute, request, { cause } as Parameters<typeof contextOf>[3]);
  const asked = () =>
    (context as unknown as { services: { notes: { listNotes: (question: object) => Promise<Cause> } } }).services.notes.listNotes({});

  assert.deepEqual(await asked(), cause);
  context.waiting();
  const { deadlineMs, requestId } = await asked();
  assert.ok(deadlineMs > performance.now());
  assert.equal(requestId, 'one');
});
