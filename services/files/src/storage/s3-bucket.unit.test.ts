import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { DomainRefusal } from '@partner-ordering/kernel';
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
