import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { connect as connectOverTls, type TLSSocket } from 'node:tls';
import { eventually, testCertificate, type TestCertificate } from '@partner-ordering/testing';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';
import { readCertificate } from './certificate.ts';

/** A folder as Kubernetes mounts a Secret: the files are behind a link, which a change of the Secret replaces. */
function mountedSecret(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  t.after(() => rmSync(folder, { recursive: true }));
  let version = 0;
  for (const file of ['tls.crt', 'tls.key']) symlinkSync(join('..data', file), join(folder, file));
  const put = ({ cert, key }: TestCertificate): void => {
    const own = `..${(version += 1)}`;
    mkdirSync(join(folder, own));
    writeFileSync(join(folder, own, 'tls.crt'), cert);
    writeFileSync(join(folder, own, 'tls.key'), key);
    symlinkSync(own, join(folder, '..new'));
    renameSync(join(folder, '..new'), join(folder, '..data'));
  };
  return { put, variables: { TLS_CERT_FILE: join(folder, 'tls.crt'), TLS_KEY_FILE: join(folder, 'tls.key') } };
}

/** A fast clock: reads of each second happen each 50 ms. */
const nowMs = (): number => performance.now() * 20;

/** A gateway with a certificate, which it checks often. */
async function startTls(t: TestContext, config: Parameters<typeof startGateway>[2] = {}) {
  const secret = mountedSecret(t);
  const { cert: ca, ...rest } = await testCertificate({ notAfterDate: new Date('2040-01-01T00:00:00Z') });
  secret.put({ cert: ca, ...rest });
  const [certificate, timeouts] = [readCertificate(secret.variables, nowMs), { checkMs: 50, ...config.timeouts }];
  const gateway = await startGateway(t, await startService(t), { ...config, certificate, timeouts });
  return { ...gateway, ca, secret };
}

function openConnection(t: TestContext, port: number, ca: string): TLSSocket {
  const socket = connectOverTls({ port, host: '127.0.0.1', ca }).on('error', () => undefined);
  t.after(() => socket.destroy());
  return socket;
}

const EXPIRY = 'gateway_certificate_expiry_timestamp_seconds{service="gateway"}';

test('HSTS is on every answer over TLS, and on none without', async (t) => {
  const { url, port, ca } = await startTls(t);
  const hsts = 'max-age=31536000';
  for (const path of ['/', '/docs', '/livez', '/nothing', '/v1/projects'])
    assert.equal((await send(url + path, { ca })).headers['strict-transport-security'], hsts, path);
  assert.equal((await send(`${url}/v1/projects`, { ca, headers: { authorization: 'Bearer good' } })).status, 200);
  const socket = openConnection(t, port, ca);
  socket.write('no request\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 400 [^]*\r\nstrict-transport-security: max-age=31536000\r\n/);
  const plain = await startGateway(t, await startService(t));
  assert.equal((await send(plain.url)).headers['strict-transport-security'], undefined);
  assert.ok(!(await plain.metrics()).includes('gateway_certificate'));
});

test('new connections get the certificate of a changed Secret, and open ones stay', async (t) => {
  const { url, ca, secret, metrics } = await startTls(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
  t.after(() => agent.destroy());
  const askKept = async (): Promise<boolean> => {
    const [response] = (await once(request(`${url}/livez`, { agent }).end(), 'response')) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, 'end');
    return agent.freeSockets !== undefined;
  };
  await askKept();
  const [kept] = Object.values(agent.sockets).concat(Object.values(agent.freeSockets)).flat();
  assert.ok((await metrics()).includes(`${EXPIRY} ${Date.parse('2040-01-01') / 1000}\n`));
  const next = await testCertificate({ notAfterDate: new Date('2041-01-01T00:00:00Z') });
  secret.put(next);
  await eventually(async () => assert.equal((await send(`${url}/livez`, { ca: next.cert })).status, 200));
  assert.ok((await metrics()).includes(`${EXPIRY} ${Date.parse('2041-01-01') / 1000}\n`));
  await assert.rejects(send(`${url}/livez`, { ca }), /self-signed certificate/);
  await askKept();
  assert.equal(kept?.destroyed, false);
});

test('an invalid Secret leaves the old certificate in use and logs one line', async (t) => {
  const { url, ca, secret, log } = await startTls(t);
  const other = await testCertificate();
  secret.put({ cert: ca, key: other.key });
  await eventually(() => log.some(({ msg }) => msg === 'The certificate was not taken over'));
  assert.equal((await send(`${url}/livez`, { ca })).status, 200);
  secret.put(other);
  await eventually(async () => assert.equal((await send(`${url}/livez`, { ca: other.cert })).status, 200));
  const lines = log.filter(({ msg }) => msg === 'The certificate was not taken over');
  assert.deepEqual(
    lines.map(({ err }) => (err as Error).message),
    ['TLS_KEY_FILE: is not the key of the first certificate in TLS_CERT_FILE'],
  );
});

test('open TLS connections count for their address; one over the limit closes before its handshake and increases a metric', async (t) => {
  const { url, port, ca, metrics } = await startTls(t, { limits: { connectionsPerAddress: 2 } });
  for (let round = 0; round < 4; round += 1) assert.equal((await send(`${url}/livez`, { ca })).status, 200);
  const open = [openConnection(t, port, ca), openConnection(t, port, ca)];
  await Promise.all(open.map((socket) => once(socket, 'secureConnect')));
  await assert.rejects(send(`${url}/livez`, { ca }), /ECONNRESET|disconnected before secure/);
  assert.ok((await metrics()).includes('gateway_connections_refused_total{service="gateway"} 1\n'));
  open[0]!.destroy();
  await eventually(async () => assert.equal((await send(`${url}/livez`, { ca })).status, 200));
});

test('a connection that fails the TLS handshake is closed', async (t) => {
  const { port, url, ca } = await startTls(t, { timeouts: { handshakeTimeoutMs: 200 } });
  const silent = connect(port, '127.0.0.1').resume();
  const plain = connect(port, '127.0.0.1').on('error', () => undefined);
  plain.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  assert.doesNotMatch(await text(plain), /HTTP/);
  await once(silent, 'close');
  const old = connectOverTls({ port, host: '127.0.0.1', ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' });
  await assert.rejects(once(old, 'secureConnect'), /protocol version|unsupported protocol/);
  assert.equal((await send(`${url}/livez`, { ca })).status, 200);
});

test('close ends idle TLS connections, without waiting for unfinished handshakes', { timeout: 30_000 }, async (t) => {
  const gateway = await startTls(t, { timeouts: { handshakeTimeoutMs: 300_000, stopTimeoutMs: 300_000 } });
  const silent = connect(gateway.port, '127.0.0.1').resume();
  const idle = openConnection(t, gateway.port, gateway.ca).resume();
  await once(idle, 'secureConnect');
  idle.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(idle, 'data');
  const closed = Promise.all([once(silent, 'close'), once(idle, 'close')]);
  await gateway.close();
  await closed;
});
