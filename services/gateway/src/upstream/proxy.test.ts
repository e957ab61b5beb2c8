import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@partner-ordering/testing';
import { json, send, startGateway, startService } from '../fixtures/test-gateway.ts';

const megabyte = Buffer.alloc(1024 * 1024, 'partner ordering ');

test('200 passes method, path, query and body to the service as they came', async (t) => {
  const service = await startService(t);
  const { url } = await startGateway(t, service);
  const path = '/v1/projects/a%2Fb?query=%5B%5D&x=%zz&access=1';
  const answer = await send(url + path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"title":"Poster"}' });
  assert.equal(answer.status, 200);
  assert.deepEqual(json(answer), { method: 'PUT', url: path, body: '{"title":"Poster"}' });
});

/** Waits until a count no longer grows, as it does where the sender is held back. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); await sleep(50)) before = count();
}

test('a chunked body of 50 MB waits for a service that reads slowly, and arrives whole', async (t) => {
  const hash = createHash('sha256');
  const service = await startService(t, async (request, response) => {
    await settled(() => sent);
    assert.ok(sent < 30, `${sent} MiB were taken for a service that read nothing`);
    for await (const chunk of request) hash.update(chunk as Buffer);
    response.end(hash.digest('hex'));
  });
  const { url } = await startGateway(t, service);
  let sent = 0;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const upload = httpRequest(`${url}/v1/files`, { method: 'POST', agent: false }, resolve).on('error', reject);
    const write = (): void => {
      while (sent < 50) if (!((sent += 1), upload.write(megabyte))) return void upload.once('drain', write);
      upload.end();
    };
    write();
  });
  const expected = createHash('sha256');
  for (let count = 0; count < 50; count += 1) expected.update(megabyte);
  assert.equal((await answer.setEncoding('utf8').toArray()).join(''), expected.digest('hex'));
});

test('an answer of 50 MB waits for a client that reads slowly', async (t) => {
  let written = 0;
  const service = await startService(t, (_request, response) => {
    const write = (): void => {
      while (written < 50) if (!((written += 1), response.write(megabyte))) return void response.once('drain', write);
      response.end();
    };
    write();
  });
  const { url } = await startGateway(t, service);
  const answer = await new Promise<IncomingMessage>((resolve) => httpRequest(`${url}/v1/projects/1`, { agent: false }, resolve).end());
  await settled(() => written);
  assert.ok(written < 30, `${written} MiB were sent to a client that read nothing`);
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  assert.equal(bytes, 50 * megabyte.length);
});

test('413 of a service that does not read the rest reaches a client in the middle of its upload', async (t) => {
  const service = await startService(t, (_request, response) => response.writeHead(413).end('too large'));
  const { url } = await startGateway(t, service);
  const answer = await send(`${url}/v1/files`, { method: 'POST', body: Buffer.alloc(5 * 1024 * 1024) });
  assert.equal(answer.status, 413);
  assert.equal(answer.text, 'too large');
});

test('a client that goes away ends the request to the service', async (t) => {
  const aborted = Promise.withResolvers<void>();
  const service = await startService(t, (_request, response) => response.on('close', () => aborted.resolve()));
  const gateway = await startGateway(t, service);
  const request = httpRequest(`${gateway.url}/v1/projects/1`, { agent: false }).on('error', () => undefined);
  request.end();
  await eventually(() => assert.equal(service.received.length, 1));
  request.destroy();
  await aborted.promise;
  await eventually(() => assert.equal(gateway.log[0]?.['status'], 499));
});

test('504 answers a write if the service stays silent', async (t) => {
  const service = await startService(t, () => undefined);
  const { url } = await startGateway(t, service, { timeouts: { responseTimeoutMs: 300 } });
  const answer = await send(`${url}/v1/projects/1`, { method: 'PUT' });
  assert.equal(answer.status, 504);
  assert.equal((json(answer) as { error: { code: number } }).error.code, 504);
});

test('an answer that breaks off in the middle breaks off for the client too', async (t) => {
  const service = await startService(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  const { url } = await startGateway(t, service);
  await assert.rejects(send(`${url}/v1/projects/1`), /aborted|ECONNRESET|hang up/);
});

test('400 refuses a request whose length is said twice or in two ways', async (t) => {
  const service = await startService(t);
  const { port } = await startGateway(t, service);
  const heads = [
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Content-Length: 5\r\nContent-Length: 6',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
    'Content-Length: +5',
  ];
  for (const head of heads) {
    const text = await raw(
      port,
      `POST /v1/projects HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n0\r\n\r\nGET /internal HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    assert.match(text, /^HTTP\/1\.1 400 /, head);
    assert.match(text, /"code":400/);
    assert.equal(text.split('HTTP/1.1 ').length, 2, `one answer only for ${head}`);
  }
  assert.equal(service.received.length, 0);
});

test('the absolute form of a target is routed by its path alone', async (t) => {
  const service = await startService(t);
  const { port } = await startGateway(t, service);
  const text = await raw(port, 'GET http://evil.example/v1/projects/1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
  assert.match(text, /^HTTP\/1\.1 200 /);
  assert.equal(service.received[0]?.url, '/v1/projects/1');
  assert.equal(service.received[0]?.headers.host, new URL(service.url).host);
});

function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}
