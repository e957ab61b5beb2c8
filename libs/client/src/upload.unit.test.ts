import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UploadForm } from '../generated/models.ts';
import { openAnswers } from './fixtures/server.ts';
import { sendForm } from './upload.ts';

const file = new File(['a brief '.repeat(40_000)], 'brief.txt', { type: 'text/plain' });

const formOf = (action: string): UploadForm =>
  ({
    action,
    method: 'POST',
    enctype: 'multipart/form-data',
    file_field: 'file',
    fields: { key: 'uploads/1' },
    max_size: 1_000_000,
    expires_at: '2026-01-01T00:00:00Z',
  });

describe('uploads', () => {
  test('a file is sent with its length, since storages refuse what has none, whether its progress is told or not', async () => {
    await using storage = await openAnswers({ status: 204 });
    const told: [number, number][] = [];
    for (const options of [{}, { onProgress: (...progress: [number, number]) => void told.push(progress) }]) {
      assert.deepEqual(await sendForm(formOf(storage.url), file, options), { url: 'uploads/1' });
      const { headers, body } = storage.requests.at(-1)!;
      assert.deepEqual([headers['content-length'], headers['transfer-encoding']], [String(body.length), undefined]);
    }
    assert.ok(told.length > 2, JSON.stringify(told));
  });

  test('a platform that drops the length of a stream, as Deno, sends the file whole and tells the progress at the end', async (t) => {
    await using storage = await openAnswers({ status: 204 });
    Object.assign(globalThis, { Deno: {} });
    t.after(() => Reflect.deleteProperty(globalThis, 'Deno'));
    const told: [number, number][] = [];
    const bodies: unknown[] = [];
    const runtime = { fetch: (url: unknown, init?: RequestInit) => (bodies.push(init?.body), fetch(String(url), init)) };
    await sendForm(formOf(storage.url), file, { runtime, onProgress: (...progress) => void told.push(progress) });
    const total = storage.requests[0]!.body.length;
    assert.deepEqual([told, bodies[0] instanceof Blob], [[[total, total]], true]);
  });
});
