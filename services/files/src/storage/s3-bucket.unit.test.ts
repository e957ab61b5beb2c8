import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DomainRefusal } from '@partner-ordering/kernel';
import { testCertificate } from '@partner-ordering/testing';
import { readStorage } from '../environment.ts';
import { bucketOf } from './s3-bucket.ts';

test('503 for a write to a storage that never answers, as soon as the caller gives up', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.closeAllConnections(), server.close()));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const options = { bucket: 'files', region: 'eu-central-1', endpoint, publicEndpoint: undefined, isPathStyle: true, credentials };
  const written = bucketOf(options).write('a.pdf', Buffer.from('x'), AbortSignal.timeout(50));
  await assert.rejects(written, (error) => error instanceof DomainRefusal && error.kind === 'unavailable');
});

test('each request has the keys, and each connection the authorities, that the files hold by then', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-s3-'));
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_CA'];
  const put = (...texts: string[]): void => texts.forEach((text, index) => writeFileSync(join(folder, names[index]!), text));
  const [before, after] = [await testCertificate(), await testCertificate()];
  const usedKeys: unknown[] = [];
  const server = createTlsServer(before, ({ headers }: IncomingMessage, response: ServerResponse) => {
    usedKeys.push(/Credential=(\w+)/.exec(headers.authorization ?? '')?.[1]);
    response.writeHead(204, { Connection: 'close' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.close(), rmSync(folder, { recursive: true })));
  put('one', 'secret', before.cert);
  const fileVariables = Object.fromEntries(names.map((name) => [`${name}_FILE`, join(folder, name)]));
  const location = readStorage({
    S3_BUCKET: 'files',
    S3_ENDPOINT: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...fileVariables,
  });
  assert.ok('s3' in location);
  const bucket = bucketOf(location.s3);
  await bucket.remove('a.pdf');
  server.setSecureContext(after);
  put('another', 'secret', after.cert);
  await bucket.remove('a.pdf');
  assert.deepEqual(usedKeys, ['one', 'another']);
});
