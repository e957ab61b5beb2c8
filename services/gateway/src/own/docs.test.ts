import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { builtFolder, builtPortal } from '../fixtures/built.ts';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

describe('the documentation', () => {
  test('200 at clean addresses, each with its tag, and assets for a year', async (t) => {
    const { url } = await startGateway(t, await startService(t), { docs: builtPortal(t) });
    for (const [path, type, title] of [
      ['/docs/', 'text/html', 'Start'],
      ['/docs/?theme=dark', 'text/html', 'Start'],
      ['/docs/first-order', 'text/html', 'Your first order'],
      ['/docs/first-order.md', 'text/markdown', 'Your first order'],
      ['/docs/reference/', 'text/html', 'Reference'],
    ] as const) {
      const { status, headers, text } = await send(url + path, { headers: page });
      assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, `${type}; charset=utf-8`, 'no-cache'], path);
      assert.match(text, new RegExp(title));
      assert.equal((await send(url + path, { headers: { ...page, 'if-none-match': headers.etag } })).status, 304);
    }
    const { headers } = await send(`${url}/docs/assets/app.1.js`);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await send(`${url}/docs/partner-ordering.tgz`)).headers['content-type'], 'application/gzip');
  });

  test('308 to a folder with its slash', async (t) => {
    const { url } = await startGateway(t, await startService(t), { docs: builtPortal(t) });
    for (const path of ['/docs', '/docs/reference']) {
      const { status, headers } = await send(url + path, { headers: page });
      assert.deepEqual([status, headers.location], [308, `${path}/`]);
    }
  });

  test('a page runs its own scripts and calls us alone; the reference also where files are stored', async (t) => {
    const storageOrigin = 'https://bucket.example';
    const { url } = await startGateway(t, await startService(t), { docs: { ...builtPortal(t), storageOrigin } });
    for (const [path, script, connect] of [
      ['/docs/', 'start()', "connect-src 'self'"],
      ['/docs/first-order', 'guide()', "connect-src 'self'"],
      ['/docs/reference/', 'reference()', `connect-src 'self' ${storageOrigin}`],
    ] as const) {
      const { headers } = await send(url + path);
      const rules = new Set(String(headers['content-security-policy']).split(';'));
      const closed = ["default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
      const opened = [`script-src 'self' ${hashOf(script)}`, "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "font-src 'self'"];
      assert.deepEqual(rules, new Set([...closed, ...opened, connect]), path);
    }
  });

  test('200 with documents, workflows and Markdown that have the address of the installation', async (t) => {
    const { url } = await startGateway(t, await startService(t), { docs: builtPortal(t), issuer: 'https://api.example' });
    const { text } = await send(`${url}/docs/openapi-3.0.json`);
    assert.deepEqual(JSON.parse(text), { servers: [{ url: 'https://api.example' }] });
    assert.match((await send(`${url}/docs/first-order.md`)).text, /API=https:\/\/api\.example$/m);
    assert.equal((await send(`${url}/docs/contest.arazzo.yaml`)).text, 'url: https://api.example/docs/openapi.json\n');
    assert.equal((await send(`${url}/docs/llms.txt`)).text, 'The API stands at https://api.example.\n');
  });

  test('404 is a page for browsers, and JSON for programs', async (t) => {
    const { url } = await startGateway(t, await startService(t), { docs: builtPortal(t) });
    const missing = await send(`${url}/docs/old`, { headers: page });
    assert.deepEqual([missing.status, missing.headers['content-type']], [404, 'text/html; charset=utf-8']);
    assert.match(missing.text, /<title>Missing/);
    for (const path of ['/docs/old', '/docs/..%2f..%2fpackage.json', '/docs/constructor']) {
      const { status, headers } = await send(url + path, { headers: { accept: 'application/json' } });
      assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8'], path);
    }
    assert.equal((await send(`${url}/docsets`, { headers: page })).headers['content-type'], 'application/json; charset=utf-8');
  });

  test('404 and a line in the log without its files', async (t) => {
    const { url, log } = await startGateway(t, await startService(t), { docs: builtFolder(t, {}) });
    assert.equal((await send(`${url}/docs/`, { headers: page })).status, 404);
    assert.ok(log.some(({ msg }) => msg === 'There is no documentation: the portal is not built'));
  });
});
