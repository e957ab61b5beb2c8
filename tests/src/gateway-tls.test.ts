import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { keyVariables, makeKeys } from '@partner-ordering/service';
import { urlVariables } from '@partner-ordering/kernel';
import { freePort, testCertificate } from '@partner-ordering/testing';
import { answers, run, stop, stopAll, temporaryFolder } from './program.ts';

describe('TLS at the gateway', () => {
  const folder = temporaryFolder();
  afterEach(stopAll);
  after(() => folder.remove());

  /** The variables for a new certificate of this host. */
  async function writeCertificate(host: string): Promise<{ TLS_CERT_FILE: string; TLS_KEY_FILE: string }> {
    const { cert, key } = await testCertificate({ host });
    const files = { TLS_CERT_FILE: join(folder.path, 'tls.crt'), TLS_KEY_FILE: join(folder.path, 'tls.key') };
    writeFileSync(files.TLS_CERT_FILE, cert);
    writeFileSync(files.TLS_KEY_FILE, key);
    return files;
  }

  test('a gateway with TLS is healthy without a certificate for probes, and without a key fails in one line', async () => {
    makeKeys(folder.path);
    const [PORT, METRICS_PORT] = [await freePort(), await freePort()];
    const addresses = { PORT, METRICS_PORT, ISSUER: 'https://orders.example', ...urlVariables(() => 'http://127.0.0.1:1') };
    const environment = { ...addresses, ...keyVariables(folder.path, 'gateway'), ...(await writeCertificate('orders.example')) };
    const gateway = run('services/gateway/src/main.ts', environment);
    await answers(gateway, `http://127.0.0.1:${METRICS_PORT}/livez`);
    assert.equal(await run('containers/health.ts', environment, ['/livez']).ended, 0);
    assert.equal(await run('containers/health.ts', environment, ['/readyz']).ended, 1);
    assert.equal(await run('containers/health.ts', { PORT }, ['/livez']).ended, 1);
    assert.equal(await stop(gateway), 0);
    const refusedProgram = run('services/gateway/src/main.ts', { ...environment, TLS_KEY_FILE: '' });
    assert.equal(await refusedProgram.ended, 1);
    assert.equal(refusedProgram.stderr(), 'Cannot start: TLS_KEY_FILE is missing (TLS_CERT_FILE is given)\n');
  });

  test('`helm test` trusts only the certificate of the public name, at the address in the cluster', async (t) => {
    const { cert, key } = await testCertificate({ host: 'orders.example' });
    const server = createServer({ cert, key }, (_request, response) => void response.writeHead(401).end('{"code":401}')).listen(
      0,
      '127.0.0.1',
    );
    t.after(() => (server.close(), server.closeAllConnections()));
    await once(server, 'listening');
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const authority = join(folder.path, 'ca.crt');
    writeFileSync(authority, cert);
    const errorOf = async (variables: Record<string, string>): Promise<string> => {
      const program = run('charts/partner-ordering/files/place-order.ts', { NODE_EXTRA_CA_CERTS: authority, ...variables }, [address]);
      assert.equal(await program.ended, 1);
      return program.stdout();
    };
    assert.equal(await errorOf({ GATEWAY_NAME: 'orders.example' }), 'POST /oauth2/token: 401 {"code":401}\n');
    assert.match(await errorOf({ GATEWAY_NAME: 'other.example' }), /does not match certificate's altnames/);
    assert.match(await errorOf({ GATEWAY_NAME: 'orders.example', NODE_EXTRA_CA_CERTS: '' }), /self-signed certificate/);
  });
});
