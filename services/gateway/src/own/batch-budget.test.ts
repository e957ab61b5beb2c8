import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { post, results } from '../fixtures/batches.ts';
import { startGateway, startService } from '../fixtures/test-gateway.ts';

const MIB = 1024 * 1024;
const text = { 'content-type': 'text/plain' };
const read = (path: string) => ({ relative_url: path, method: 'GET' });
const write = (path = '/projects') => ({ relative_url: path, method: 'POST', body: '{}' });
const codeOf = (body: string | null): unknown => (JSON.parse(body!) as { error: { code: number } }).error.code;

/** Sends text until the connection is interrupted, or 300 MB are sent; answers the number of bytes written. */
function flood(response: ServerResponse, headers: Record<string, string>): Promise<number> {
  const piece = Buffer.alloc(64 * 1024, 'a');
  response.writeHead(200, headers);
  return new Promise((resolve) => {
    let sent = 0;
    const more = (): void => {
      while (sent < 300e6) if (((sent += piece.length), !response.write(piece))) return void response.once('drain', more);
      response.end();
    };
    response.once('close', () => resolve(sent));
    more();
  });
}

test('413 for a read with too large an answer, which the gateway stops reading; the next action runs', async (t) => {
  const floods: Promise<number>[] = [];
  const service = await startService(t, (request, response) => {
    if (!request.url?.startsWith('/v1/projects/flood')) return void response.end('{}');
    floods.push(flood(response, request.url.endsWith('declared') ? { ...text, 'content-length': '600000000' } : text));
  });
  const { url } = await startGateway(t, service);
  const actions = [read('/projects/flood'), read('/projects/flood-declared'), read('/projects/1')];
  const [streamed, declared, next] = results(await post(url, actions));

  assert.deepEqual([streamed?.status, codeOf(streamed!.body), declared?.status, next?.status], [413, 413, 413, 200]);
  // The machine buffers some bytes beyond those that the gateway has read.
  for (const sent of await Promise.all(floods)) assert.ok(sent < 40 * MIB, `${sent} bytes`);
});

test('413 for an action whose answer would make the batch exceed its budget, counted in escaped text', async (t) => {
  for (const unit of ['"', '\\', '\u0001', 'a', '\u00e9', '\ud83e\udd50']) {
    const service = await startService(t, (_request, response) => void response.writeHead(200, text).end(unit.repeat(20_000)));
    const { url } = await startGateway(t, service, { batch: { maxBytes: 200_000 } });
    const answer = await post(url, Array(30).fill(read('/projects/1')));
    const statuses = results(answer).map(({ status }) => status);

    assert.ok(Buffer.byteLength(answer.text) <= 200_000, `${Buffer.byteLength(answer.text)} bytes`);
    // Half of the budget is used: the refused answer would not have fitted.
    assert.ok(Buffer.byteLength(answer.text) > 80_000, `${Buffer.byteLength(answer.text)} bytes`);
    assert.deepEqual([...new Set(statuses)], [200, 413]);
    for (const { status, body } of results(answer)) assert.equal(body, status === 200 ? unit.repeat(20_000) : body);
  }
});

test('413 without running for a write after the budget is used up; a write that ran always shows its status', async (t) => {
  let refused = 0;
  for (const bytes of [0, 1_000, 12_000, 20_000, 80_000, 180_000, 420_000]) {
    const service = await startService(t, (request, response) => {
      const location = `/v1/projects/${'x'.repeat(1_400)}"${'\\'.repeat(1_400)}`;
      response.writeHead(request.method === 'POST' ? 201 : 200, { ...text, location }).end('"'.repeat(bytes));
    });
    const { url } = await startGateway(t, service, { batch: { maxBytes: 200_000 } });
    const actions = Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? read('/projects/1') : write()));
    const answer = await post(url, actions);
    const ran = results(answer).filter((_, index) => actions[index]!.method === 'POST');

    assert.ok(Buffer.byteLength(answer.text) <= 200_000);
    const carriedOut = service.received.filter(({ method }) => method === 'POST').length;
    assert.equal(ran.filter(({ status }) => status === 201).length, carriedOut, `${bytes} bytes`);
    assert.equal(ran.filter(({ status }) => status === 413).length, ran.length - carriedOut);
    assert.ok(carriedOut > 0, `${bytes} bytes`);
    refused += ran.length - carriedOut;
    for (const { status, headers, body } of ran) {
      if (status === 413) assert.equal(codeOf(body), 413);
      else assert.ok(headers['location']!.length > 2_800 && (body === null || body.length === bytes));
    }
  }
  assert.ok(refused > 50, `${refused} refused`);
});

test('the status of a write is shown even if its answer breaks off or is no text', async (t) => {
  const service = await startService(t, (request, response) => {
    const isCut = request.url?.endsWith('cut');
    response.writeHead(201, { 'content-type': isCut ? 'text/plain' : 'image/png', location: '/v1/projects/7' });
    response.write('half', () => (isCut ? response.destroy() : response.end()));
  });
  const { url } = await startGateway(t, service);
  for (const result of results(await post(url, [write('/files?cut'), write('/files?picture')])))
    assert.deepEqual([result.status, result.headers['location'], result.body], [201, '/v1/projects/7', null]);
});

test('200 with the text of an answer that arrives in pieces, also inside a character', async (t) => {
  const sent = `\ufeff"\\\n\u0000\u00e9${'\ud83e\udd50'.repeat(3)}\u2028end`;
  const service = await startService(t, async (_request, response) => {
    response.writeHead(200, text);
    for (const byte of Buffer.from(sent)) await new Promise((done) => response.write(Buffer.of(byte), done));
    response.end();
  });
  const { url } = await startGateway(t, service);
  const [result] = results(await post(url, [read('/projects/1')]));
  assert.equal(result?.body, sent);
});
