import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UploadForm } from '../generated/models.ts';
import { clientOf, openAnswers, openServer } from './fixtures/server.ts';
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

  test('a browser with a fetch of its own, which drops the length of a stream, sends the file whole and tells the progress at the end', async () => {
    await using storage = await openAnswers({ status: 204 });
    const told: [number, number][] = [];
    const bodies: unknown[] = [];
    const send = (url: unknown, init?: RequestInit) => (bodies.push(init?.body), fetch(String(url), init));
    const runtime = { isBrowser: true, fetch: send };
    await sendForm(formOf(storage.url), file, { runtime, onProgress: (...progress) => void told.push(progress) });
    const total = storage.requests[0]!.body.length;
    assert.deepEqual([told, bodies[0] instanceof Blob], [[[total, total]], true]);
  });

  test('a storage that stays silent is given up, and so is an answer that is cut: as a ConnectionError', async () => {
    await using storage = await openAnswers('silence');
    const silent = sendForm(formOf(storage.url), file, { stalledMs: 50 });
    await assert.rejects(silent, { name: 'ConnectionError', message: 'uploadFile was not answered in time', mayHaveTakenEffect: true });
    const cut = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    const runtime = { fetch: () => Promise.resolve(new Response(cut)) };
    await assert.rejects(sendForm(formOf(storage.url), file, { runtime }), {
      name: 'ConnectionError',
      message: 'uploadFile was not answered',
    });
    await assert.rejects(sendForm(formOf(storage.url), file, { stalledMs: 0 }), { name: 'UsageError', message: /^upload: stalledMs: / });
  });

  test('what onProgress throws ends the upload and is thrown as it is: no other form is asked for', async () => {
    await using storage = await openAnswers({ status: 204 });
    await using service = await openAnswers({ status: 200, body: formOf(storage.url) });
    for (const thrown of [new TypeError('no such bar'), undefined]) {
      const asked = service.requests.length;
      const { api, waits } = clientOf(service.url);
      let count = 0;
      const onProgress = (): never => {
        count += 1;
        throw thrown;
      };
      const outcome = await upload(api, file, { onProgress }).then(() => 'a success', (error: unknown) => error); // oxfmt-ignore
      assert.equal(outcome, thrown);
      assert.deepEqual([count, service.requests.length - asked, waits], [1, 1, []]);
    }
    assert.equal(storage.requests.length, 0);
  });

  test('what onProgress throws in a page breaks off its request', async (t) => {
    const calls: string[] = [];
    t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'));
    class Request {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      onabort?: () => void;
      open = (): void => void calls.push('open');
      setRequestHeader = (): void => undefined;
      onloadend = (): void => undefined;
      abort = (): void => void (calls.push('abort'), this.onabort?.(), this.onloadend());
      send = (): void => {
        for (const loaded of [1, 2]) this.upload.onprogress?.({ loaded, total: 3 });
      };
    }
    Object.assign(globalThis, { XMLHttpRequest: Request });
    const thrown = new TypeError('no such bar');
    const onProgress = (sent: number): never => {
      calls.push(`told ${sent}`);
      throw thrown;
    };
    const sent = sendForm(formOf('https://storage.example'), file, { onProgress });
    await assert.rejects(sent, (error) => error === thrown);
    assert.deepEqual(calls, ['open', 'told 1', 'abort']);
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
      const outcome = await upload(api, file).then(({ url }) => url, ({ status }: { status: number }) => status); // oxfmt-ignore
      const refused = answers.at(-1) as { status: number };
      assert.deepEqual(
        [outcome, waited, storage.requests.length],
        [refused.status === 204 ? `uploads/${sent}` : refused.status, waits, sent],
      );
      assert.ok(service.requests.every(({ path }) => path === `/v1/upload_form?size=${file.size}`));
    }
  });
});
