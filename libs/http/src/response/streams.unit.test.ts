import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import express from 'express';
import pino from 'pino';
import { sendReply } from './replies.ts';

test('a download that its source breaks off is logged, and one whose client leaves is not', async (t) => {
  const lines = new PassThrough({ encoding: 'utf8' });
  const options = { log: pino(lines), validateResponses: false };
  const sources: PassThrough[] = [];
  const app = express().get('/', (request, response) => {
    const source = new PassThrough();
    sources.push(source);
    source.write('begun');
    sendReply(request, response, { status: 200, headers: {}, body: source }, options);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const begun = async (): Promise<IncomingMessage> => {
    const [answer] = await once(get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { agent: false }), 'response');
    return answer as IncomingMessage;
  };

  (await begun()).destroy();
  await new Promise((resolve) => sources[0]!.once('close', resolve));
  const broken = await begun();
  sources[1]!.destroy(new Error('The disk is gone'));
  await assert.rejects(buffer(broken), { code: 'ECONNRESET' });
  const [line] = (await once(lines, 'data')) as [string];
  assert.match(line, /The disk is gone/);
  assert.equal(line.split('A download broke off').length, 2);
});
