import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { serveMetrics, type MetricsPages } from './metrics-server.ts';

async function serving(
  t: TestContext,
  pages: MetricsPages,
  isReady?: () => boolean,
): Promise<(path: string, method?: string) => Promise<[number, string]>> {
  const server = await serveMetrics(pages, { port: 0, host: '127.0.0.1' }, isReady);
  t.after(() => server.close());
  return async (path, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    assert.deepEqual([response.headers.get('cache-control'), response.headers.get('x-content-type-options')], ['no-store', 'nosniff']);
    return [response.status, await response.text()];
  };
}

test('200 has what is measured at the moment, HEAD only the head', async (t) => {
  let requests = 0;
  const send = await serving(t, { '/metrics': () => Promise.resolve(`requests ${++requests}`) });
  assert.deepEqual(
    [await send('/metrics'), await send('/metrics?of=all')],
    [
      [200, 'requests 1'],
      [200, 'requests 2'],
    ],
  );
  assert.deepEqual(await send('/metrics', 'HEAD'), [200, '']);
});

test('404 names the pages, 503 says that nothing could be measured', async (t) => {
  const broken = () => Promise.reject(new Error('the database password is hunter2'));
  const send = await serving(t, { '/metrics/billing': () => Promise.resolve('x 1'), '/metrics/files': broken });
  assert.deepEqual(await send('/metrics'), [404, 'There are metrics at /metrics/billing, /metrics/files\n']);
  assert.deepEqual(await send('/constructor'), [404, 'There are metrics at /metrics/billing, /metrics/files\n']);
  assert.deepEqual(await send('/metrics/files'), [503, 'The metrics cannot be read now\n']);
});

test('200 and 503 say whether the program is alive and ready, when it tells', async (t) => {
  let ready = false;
  const send = await serving(t, {}, () => ready);
  assert.deepEqual(
    [await send('/livez'), await send('/readyz')],
    [
      [200, 'live\n'],
      [503, 'not ready\n'],
    ],
  );
  ready = true;
  assert.deepEqual(await send('/readyz'), [200, 'ready\n']);
  assert.equal((await (await serving(t, {}))('/livez'))[0], 404);
});
