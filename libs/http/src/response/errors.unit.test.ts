import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import express from 'express';
import { pino } from 'pino';
import { detailFrom, invalid, unavailable, Unauthenticated } from '@partner-ordering/kernel';
import { commonFaults } from '@partner-ordering/kernel/faults';
import { createEvent, EventTooLarge } from '@partner-ordering/messaging';
import { errorHandler } from './errors.ts';

const tooLarge = (data: object): EventTooLarge =>
  new EventTooLarge(createEvent({ type: 'note.changed', key: 'n', data }, { service: 'notes', now: new Date() }), 2_000_000);

const thrown = new Map<string, Error>([
  ['large state', tooLarge({ title: 'A note', text: 'x'.repeat(90) })],
  [
    'large fact',
    tooLarge({ gid: 'n'.repeat(99), payload: JSON.stringify({ note: { title: 'A note', meta: { help: 'x'.repeat(50), at: 1 } } }) }),
  ],
  ['down', unavailable()],
  ['fault', new Error('of the inside')],
  ['bad', invalid(commonFaults.required('name'))],
  ['unknown', new Unauthenticated('invalid_grant', 'No token', 'Bearer')],
  ...['57014', '55P03', '40P01', '08006'].map((code) => [code, Object.assign(new Error('of PostgreSQL'), { code })] as const),
  ['quoted', invalid(detailFrom('scope', { code: 'quoted', message: 'takes "base" \\ fïles' }))],
]);

describe('errorHandler', () => {
  let server: Server;
  const lines: string[] = [];
  before(async () => {
    const app = express();
    app.get('/:place/:name', (request, _response, next) => next(thrown.get(request.params.name)));
    app.use(errorHandler(pino({}, { write: (line) => void lines.push(line) }), {}));
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => void server.close());

  async function get(path: string) {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`, {
      headers: { connection: 'close' },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
  }

  test('errors of /oauth2 have the body of RFC 6749 and are not kept by anybody', async () => {
    const codes = { down: [503, 'temporarily_unavailable'], fault: [500, 'server_error'], bad: [400, 'invalid_request'] };
    for (const [name, expected] of Object.entries(codes)) {
      const { status, headers, body } = await get(`oauth2/${name}`);
      assert.deepEqual([status, body['error']], expected);
      assert.deepEqual(Object.keys(body), ['error', 'error_description']);
      assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache']);
    }
  });

  test('400 with the longest field of the resource for a change whose event is too large', async () => {
    const message = 'is too long: an event about this change would have more than 1048576 bytes';
    for (const [name, path] of [
      ['large state', 'text'],
      ['large fact', 'meta.help'],
    ]) {
      const { status, body } = await get(`v1/${name}`);
      const { details } = body['error'] as { details: object[] };
      assert.deepEqual([status, details], [400, [{ path, code: 'event_too_large', message, params: { max: 1_048_576 } }]]);
    }
  });

  test('errors of /oauth2 keep to the characters of RFC 6749', async () => {
    assert.equal((await get('oauth2/quoted')).body['error_description'], "scope: takes 'base' ? f?les");
  });

  test('503 with `Retry-After` answers a time-out, a lock, a deadlock, a lost connection; only the first is logged as an error', async () => {
    lines.length = 0;
    for (const code of ['57014', '55P03', '40P01', '08006']) {
      const { status, headers } = await get(`v1/${code}`);
      assert.deepEqual([status, headers.get('retry-after')], [503, '1'], code);
    }
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { level: number }).level),
      [50, 40, 40, 40],
    );
  });

  test('no error is stored by anybody', async () => {
    for (const name of ['bad', 'down', 'fault', 'unknown'])
      assert.equal((await get(`v1/${name}`)).headers.get('cache-control'), 'no-store', name);
  });

  test('every error links to what the portal says about its reason, one without a reason to signing in', async () => {
    const paragraphs = {
      'v1/bad': 'errors#invalid',
      'v1/down': 'errors#unavailable',
      'v1/fault': 'errors#internal',
      'v1/unknown': 'signing-in#when-it-fails',
      'oauth2/bad': 'signing-in#when-it-fails',
    };
    for (const [path, paragraph] of Object.entries(paragraphs))
      assert.equal((await get(path)).headers.get('link'), `</docs/${paragraph}>; rel="service-doc"`);
  });
});
