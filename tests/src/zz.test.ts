import { test } from 'node:test';
import { startTestSystem } from './system.ts';
test('x', async (t) => {
  let s = performance.now();
  const system = await startTestSystem();
  t.diagnostic(`start ${performance.now() - s}`);
  s = performance.now();
  const user = await system.signIn('user@example.com');
  t.diagnostic(`signin ${performance.now() - s}`);
  s = performance.now();
  const p = await user.get('/v1/products', { parameters: { limit: 1 } });
  console.log(p.status, JSON.stringify(p.body));
  const o = await (await fetch(system.url + '/v1/openapi.json')).json();
  (await import('node:fs')).writeFileSync('/tmp/openapi.json', JSON.stringify(o));
  await system.stop();
  t.diagnostic(`stop ${performance.now() - s}`);
});
