import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { notFound } from '@partner-ordering/kernel';
import express from 'express';
import pino from 'pino';
import { sendReply } from './replies.ts';

test('a download that its source breaks off is logged, and one whose client leaves is not', async (t) => {
  const lines: string[] = [];
  const options = { log: pino({}, { write: (line) => void lines.push(line) }), validateResponses: false };
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

  const left = await begun();
  sources[0]!._destroy = (_error, done) => done(new Error('It breaks as its client leaves'));
  left.destroy();
  await new Promise((resolve) => sources[0]!.once('close', resolve));
  for (const [index, error] of [new Error('The disk is gone'), notFound('file')].entries()) {
    const broken = await begun();
    sources[index + 1]!.destroy(error);
    await assert.rejects(buffer(broken), { code: 'ECONNRESET' });
  }
  const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string; err: Error });
  assert.deepEqual(
    logged.map(({ level, msg, err }) => [level, msg, err.message]),
    [
      [50, 'A download broke off', 'The disk is gone'],
      [40, 'A download broke off', 'Could not find this file'],
    ],
  );
});
