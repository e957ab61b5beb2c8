import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtFolder, builtPortal } from '../fixtures/built.ts';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

describe('the files at the root', () => {
  test('200 with the list of pages as below /docs, 404 without a portal', async (t) => {
    const service = await startService(t);
    const { url } = await startGateway(t, service, { docs: builtPortal(t) });
    const [below, root] = [await send(`${url}/docs/llms.txt`), await send(`${url}/llms.txt`)];
    assert.deepEqual([root.status, root.headers['content-type'], root.text], [200, 'text/plain; charset=utf-8', below.text]);
    const unbuilt = await startGateway(t, service, { docs: builtFolder(t, {}) });
    assert.equal((await send(`${unbuilt.url}/llms.txt`)).status, 404);
  });

  test('200 tells crawlers to read the documentation alone', async (t) => {
    const { url } = await startGateway(t, await startService(t));
    const { status, text } = await send(`${url}/robots.txt`);
    assert.deepEqual([status, text], [200, 'User-agent: *\nAllow: /docs\nAllow: /llms.txt\nDisallow: /\n']);
    assert.equal((await send(`${url}/robots.txt`, { method: 'POST' })).status, 405);
  });

  test('200 says where to report a vulnerability, with less than a year to its expiry; 404 without an address', async (t) => {
    const service = await startService(t);
    const config = { issuer: 'https://orders.example', securityContact: 'mailto:security@orders.example' };
    const { url } = await startGateway(t, service, config, {}, { clock: () => new Date('2026-12-01T08:00:00Z') });
    const { headers, text } = await send(`${url}/.well-known/security.txt`);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.deepEqual(text.split('\n'), [
      'Contact: mailto:security@orders.example',
      'Expires: 2027-11-26T08:00:00.000Z',
      'Canonical: https://orders.example/.well-known/security.txt',
      '',
    ]);
    const without = await startGateway(t, service);
    assert.equal((await send(`${without.url}/.well-known/security.txt`)).status, 404);
  });
});
