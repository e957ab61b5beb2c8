import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UploadForm } from '../generated/models.ts';
import { clientOf, openAnswers, openServer, type Seen } from './fixtures/server.ts';
import { sendForm, upload } from './upload.ts';

const file = new File(['a brief '.repeat(40_000)], 'brief.txt', { type: 'text/plain' });

const formOf = (action: string): UploadForm => ({
  action,
  method: 'POST',
  enctype: 'multipart/form-data',
  file_field: 'file',
  fields: { key: 'uploads/1' },
  max_size: 1_000_000,
  expires_at: '2026-01-01T00:00:00Z',
});

describe('uploads', () => {
  test('a file is sent with its length, since storages refuse what has none', async () => {
    await using storage = await openAnswers({ status: 204 });
    assert.deepEqual(await sendForm(formOf(storage.url), file), { url: 'uploads/1' });
    const [{ headers, body }] = storage.requests as [Seen];
    assert.deepEqual([headers['content-length'], headers['transfer-encoding']], [String(body.length), undefined]);
    assert.match(
      body,
      /name="key"\r\n\r\nuploads\/1\r\n[^]*name="file"; filename="brief.txt"\r\nContent-Type: text\/plain\r\n\r\na brief /,
    );
  });

  test('a file goes again with another form after a wait, that of Retry-After where the storage says so; what is refused does not', async () => {
    for (const [answers, waits, sent] of [
      [[{ status: 503, headers: { 'retry-after': '7' } }, { status: 500 }, { status: 204 }], [7_125, 250], 3],
      [[{ status: 429 }, 'cut', { status: 204 }], [125, 250], 3],
      [[{ status: 503, headers: { 'retry-after': '61' } }], [], 1],
      [[{ status: 403 }], [], 1],
    ] as const) {
      await using storage = await openAnswers(...answers);
      await using service = await openServer((_request, index) => ({
        status: 200,
        body: { ...formOf(storage.url), fields: { key: `uploads/${index + 1}` } },
      }));
      const { api, waits: waited } = clientOf(service.url);
      const outcome = await upload(api, file).then(
        ({ url }) => url,
        ({ status }: { status: number }) => status,
      );
      const refused = answers.at(-1) as { status: number };
      assert.deepEqual(
        [outcome, waited, storage.requests.length],
        [refused.status === 204 ? `uploads/${sent}` : refused.status, waits, sent],
      );
      assert.ok(service.requests.every(({ path }) => path === `/v1/upload_form?size=${file.size}`));
    }
  });

  test('eight of a client run at once, and another one begins when one ends', async () => {
    await using storage = await openAnswers({ status: 204 });
    await using service = await openServer(() => ({ status: 200, body: formOf(storage.url) }));
    let [running, mostAtOnce] = [0, 0];
    const countingFetch: typeof fetch = async (...request) => {
      mostAtOnce = Math.max(mostAtOnce, (running += 1));
      return fetch(...request).finally(() => (running -= 1));
    };
    const { api } = clientOf(service.url, { runtime: { fetch: countingFetch } });
    await Promise.all(Array.from({ length: 30 }, () => upload(api, new File(['a'], 'a.txt'))));
    assert.deepEqual([storage.requests.length, mostAtOnce], [30, 8]);
  });
});
