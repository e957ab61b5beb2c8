import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, send, startGateway, startService } from '../fixtures/test-gateway.ts';
import { rootAnswers } from './root.ts';

test('406 or the type that quality values choose; the most specific range decides, then the order', () => {
  const answerTo = rootAnswers({ name: 'A', say: 'B', version: '1' });
  const choices: [string | undefined, string | null][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['Text/XML', 'text/xml'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/xml;charset=utf-8;q=0.9, application/json;q=0.5', 'text/xml'],
    ['text/*', 'text/xml'],
    ['application/json;q=0.5, application/xml;q=0.9', 'application/xml'],
    ['application/xml;q=0.9, application/json;q=0.9', 'application/xml'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['text/html', null],
    ['application/json;q=0', null],
    ['nonsense', null],
    ['application/json;q=abc', null],
  ];
  for (const [accept, expected] of choices) {
    const { status, headers } = answerTo(accept);
    assert.equal(status === 406 ? null : headers['content-type']?.split(';')[0], expected, accept);
  }
});

test('200 answers alike at /, /v1 and /v1/, in JSON and in XML', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  for (const path of ['/', '/v1', '/v1/', '/?access_token=good']) {
    const answer = await send(url + path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const body = json(answer) as Record<string, string>;
    assert.deepEqual(Object.keys(body), ['name', 'say', 'version']);
    assert.equal(body['version'], '1.2.3');
    const xml = await send(url + path, { headers: { accept: 'application/xml' } });
    assert.equal(xml.headers['content-type'], 'application/xml; charset=utf-8');
    // An answer to a token in the query is not stored, so it has one form.
    assert.equal(xml.headers['vary'], path.includes('token') ? 'Accept' : 'Accept, Accept-Encoding');
    assert.match(
      xml.text,
      /^<\?xml version="1\.0" encoding="UTF-8"\?><api><name>[^<]+<\/name><say>[^<]+<\/say><version>1\.2\.3<\/version><\/api>$/,
    );
  }
});

test('200 answers HEAD without a body and with the length of the GET', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const [get, head] = await Promise.all([send(`${url}/v1`), send(`${url}/v1`, { method: 'HEAD' })]);
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  assert.equal(head.headers['content-length'], get.headers['content-length']);
});

test('406 answers an Accept that allows neither JSON nor XML', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  const answer = await send(url, { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 406);
  assert.equal((json(answer) as { error: { code: number } }).error.code, 406);
});

test('405 answers other methods at the root and names the allowed ones', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await send(`${url}/v1/`, { method });
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers['allow'], 'GET, HEAD');
  }
});

test('400 for a query parameter that the root does not take', async (t) => {
  const { url } = await startGateway(t, await startService(t));
  for (const path of ['/?x=1', '/v1?x=1', '/v1/?x=1']) {
    const answer = await send(url + path);
    assert.equal(answer.status, 400, path);
    const { error } = json(answer) as { error: { details: object[] } };
    assert.deepEqual(error.details, [{ path: 'x', message: 'is not a known parameter' }]);
  }
});
