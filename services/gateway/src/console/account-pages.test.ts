import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { consoleFolder } from '../config.ts';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

const html = { accept: 'text/html' };

test('200 of the account pages with all that they load, and of nothing else of the build, while the console is off', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const { status, headers, text } = await send(`${url}/account/password`, { headers: html });
  assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'text/html; charset=utf-8', 'no-cache']);
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ];
  const trusted = ["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"];
  assert.deepEqual(new Set(String(headers['content-security-policy']).split(';')), new Set([...rules, ...trusted]));
  assert.equal(headers['referrer-policy'], 'no-referrer');

  const named = [...text.matchAll(/"\/console\/assets\/([^"]+)"/g)].map(([, name]) => name!);
  const built = readdirSync(join(consoleFolder, 'assets'));
  const answers = await Promise.all(
    built.map(async (name) => [name, await send(`${url}/console/assets/${name}`, { headers: html })] as const),
  );
  const served = answers.filter(([, answer]) => answer.status === 200);
  assert.deepEqual(
    named.filter((name) => !served.some(([one]) => one === name)),
    [],
  );
  assert.ok(named.length >= 2 && served.length <= 8, `${served.length} of ${built.length}`);
  for (const [, answer] of served) assert.match(String(answer.headers['cache-control']), /immutable/);
  const style = await send(`${url}/account/account.css`);
  assert.deepEqual([style.headers['content-type'], style.headers['cache-control']], ['text/css; charset=utf-8', 'no-cache']);
  for (const path of ['', '/', '/index.html', '/account.html', '/manifest.json', '/icon.svg', '/orders'])
    assert.equal((await send(`${url}/console${path}`, { headers: html })).status, 404, path);
});
