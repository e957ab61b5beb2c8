import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { builtConsole } from '../fixtures/console.ts';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

const page = { accept: 'text/html;charset=utf-8,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('files of the console', () => {
  test('200 with the page at every path without a file, for a client that accepts HTML', async (t) => {
    const { url } = await startGateway(t, await startService(t), { console: builtConsole(t), corsOrigins: ['https://app.example'] });
    for (const path of ['/console', '/console/', '/console/orders/7?tab=files', '/console/index.html']) {
      const { status, headers, text } = await send(`${url}${path}`, { headers: { ...page, origin: 'https://app.example' } });
      assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'text/html; charset=utf-8', 'no-cache']);
      assert.match(text, /<title>Console/);
      assert.deepEqual([headers['access-control-allow-origin'], headers['set-cookie']], [undefined, undefined]);
    }
    const { headers } = await send(`${url}/console`, { headers: page });
    assert.equal((await send(`${url}/console/orders`, { headers: { ...page, 'if-none-match': headers.etag } })).status, 304);
    assert.deepEqual((await send(`${url}/console`, { method: 'HEAD', headers: page })).text, '');
    assert.equal((await send(`${url}/console/data.json`, { headers: { accept: 'application/json' } })).status, 404);
    const { status, headers: allowed } = await send(`${url}/console`, { method: 'POST', headers: page });
    assert.deepEqual([status, allowed.allow], [405, 'GET, HEAD']);
    for (const path of ['/consoles', '/console.html']) assert.equal((await send(`${url}${path}`, { headers: page })).status, 404);
  });

  test('the script that reads PDFs may run WebAssembly alone, and load and send nothing', async (t) => {
    const { url } = await startGateway(t, await startService(t), { console: builtConsole(t) });
    const policyOf = async (name: string) => String((await send(`${url}/console/assets/${name}`)).headers['content-security-policy']);
    const rules = [
      "default-src 'none'",
      "script-src 'wasm-unsafe-eval'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ];
    assert.deepEqual(new Set((await policyOf('pdf-worker-1.js')).split(';')), new Set(rules));
    assert.doesNotMatch(await policyOf('index-1.js'), /script-src/);
  });

  test('the page may run and call only our origin, and the storage if it is elsewhere', async (t) => {
    const service = await startService(t);
    const policyOf = async (storageOrigin?: string) => {
      const { url } = await startGateway(t, service, { console: { ...builtConsole(t), storageOrigin } });
      const { headers } = await send(`${url}/console`, { headers: page });
      assert.deepEqual([headers['referrer-policy'], headers['x-frame-options']], ['same-origin', 'DENY']);
      return new Set(String(headers['content-security-policy']).split(';'));
    };
    const rest = [
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
      ...["require-trusted-types-for 'script'", 'trusted-types pdf-worker'],
    ];
    assert.deepEqual(await policyOf(), new Set([...rest, "img-src 'self' blob: data:", "connect-src 'self'"]));
    const storage = 'https://bucket.example';
    assert.deepEqual(await policyOf(storage), new Set([...rest, `img-src 'self' blob: data: ${storage}`, `connect-src 'self' ${storage}`]));
  });

  test('assets have their types and may be cached for a year; 404 for missing ones', async (t) => {
    const { url } = await startGateway(t, await startService(t), { console: builtConsole(t) });
    for (const [name, type] of [
      ['index-1.js', 'text/javascript; charset=utf-8'],
      ['index-1.css', 'text/css; charset=utf-8'],
    ]) {
      const { status, headers } = await send(`${url}/console/assets/${name}`);
      assert.deepEqual([status, headers['content-type'], headers['x-content-type-options']], [200, type, 'nosniff']);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    }
    const { headers } = await send(`${url}/console/icon.svg`);
    assert.deepEqual([headers['content-type'], headers['cache-control']], ['image/svg+xml', 'no-cache']);
    for (const path of ['assets/old.js', 'assets', 'assets/..%2findex.html'])
      assert.equal((await send(`${url}/console/${path}`, { headers: { accept: 'text/javascript' } })).status, 404, path);
    const missing = await send(`${url}/console/assets/old.js`, { headers: page });
    assert.deepEqual([missing.status, missing.headers['cache-control']], [404, 'no-store']);
  });

  test('a script of 400 kB is compressed', async (t) => {
    const { url } = await startGateway(t, await startService(t), { console: builtConsole(t) });
    const plain = await send(`${url}/console/assets/index-1.js`);
    const compressed = await new Promise<Buffer>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip' };
      request(`${url}/console/assets/index-1.js`, { headers }, (response) => {
        assert.deepEqual([response.headers['content-encoding'], response.headers.vary], ['gzip', 'Accept-Encoding']);
        buffer(response).then(resolve, reject);
      }).end();
    });
    assert.ok(plain.text.length > 400_000 && compressed.length < 20_000);
    assert.equal(gunzipSync(compressed).toString(), plain.text);
  });

  test('303 from `/` alone, for browsers alone, and only if the console is on', async (t) => {
    const service = await startService(t);
    const [on, off] = [await startGateway(t, service, { console: builtConsole(t) }), await startGateway(t, service)];
    const { status, headers } = await send(`${on.url}/`, { headers: page });
    assert.deepEqual([status, headers.location], [303, '/console/']);
    assert.match(headers.vary!, /Accept/);
    for (const [path, accept] of [
      ['/v1', page.accept],
      ['/v1/', page.accept],
      ['/', '*/*'],
      ['/', undefined],
      ['/', 'application/json'],
      ['/', 'application/json, text/html'],
    ] as const)
      assert.equal((await send(`${on.url}${path}`, { headers: accept === undefined ? {} : { accept } })).status, 200, `${path} ${accept}`);
    assert.equal((await send(`${off.url}/`, { headers: page })).status, 200);
    assert.equal((await send(`${off.url}/console`, { headers: page })).status, 404);
  });

  test('303 to the public address if a local browser uses another name of the machine', async (t) => {
    const issuer = 'http://127.0.0.1:8080';
    const { url } = await startGateway(t, await startService(t), { console: builtConsole(t), issuer });
    const asked = async (host: string, path = '/console/orders?show=open') => {
      const { status, headers } = await send(`${url}${path}`, { headers: { ...page, host } });
      return [status, headers.location];
    };
    assert.deepEqual(await asked('localhost:8080'), [303, `${issuer}/console/orders?show=open`]);
    assert.deepEqual(await asked('127.0.0.1:8080'), [200, undefined]);
    assert.deepEqual(await asked('orders.example'), [200, undefined]);
  });

  test('without its files the console is off, without account pages, and the log has one line for each', async (t) => {
    const folder = join(builtConsole(t).folder, 'none');
    const { url, log } = await startGateway(t, await startService(t), { console: { folder } });
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg),
      ['The console is off: it is not built', 'There are no account pages, and the sign-in page has no styles: the console is not built'],
    );
    for (const path of ['/console', '/account/password']) assert.equal((await send(`${url}${path}`, { headers: page })).status, 404);
    assert.equal((await send(`${url}/`, { headers: page })).status, 200);
  });
});
