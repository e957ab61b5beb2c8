import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { closedAddress, send, startGateway, startService } from '../fixtures/test-gateway.ts';

const GID = '019a0000-0000-7000-8000-0000000000a1';

/** The number of measured requests, by the labels of each series that is not of every request. */
function counts(text: string): Record<string, number> {
  const series = text.matchAll(/^http_server_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
  return Object.fromEntries(
    [...series].map(([, labels, count]) => [labels!.replaceAll(/(?:http_|"|service="gateway",)/g, ''), Number(count)]),
  );
}

test('requests are measured by the path of the document, whatever they ask for', async (t) => {
  const service = await startService(t);
  const gateway = await startGateway(t, service, { services: { identity: [await closedAddress()], ordering: [service.url] } });
  const authorization = 'Bearer good';
  for (const path of [
    `/v1/projects/${GID}`,
    '/v1/projects/another?fields=title',
    '/v1/projects',
    '/unknown',
    `/v1/unknown/${GID}`,
    '/v1/me',
    '/v1',
  ])
    await send(gateway.url + path, { headers: { authorization } });
  await send(`${gateway.url}/v1/projects/${GID}`, { method: 'HEAD', headers: { authorization } });
  await send(`${gateway.url}/v1/projects`, { method: 'PROPFIND', headers: { authorization } });
  assert.match(await gateway.metrics(), /^ready\{service="gateway"\} 1$/m);
  assert.deepEqual(counts(await gateway.metrics()), {
    'request_method=GET,url_scheme=http,route=/v1/projects/{gid},response_status_code=200,upstream=ordering': 2,
    'request_method=GET,url_scheme=http,route=/v1/projects,response_status_code=200,upstream=ordering': 1,
    'request_method=GET,url_scheme=http,response_status_code=404,upstream=gateway': 2,
    'request_method=GET,url_scheme=http,route=/v1/me,response_status_code=503,error_type=503,upstream=identity': 1,
    'request_method=GET,url_scheme=http,route=/v1,response_status_code=200,upstream=gateway': 1,
    'request_method=HEAD,url_scheme=http,route=/v1/projects/{gid},response_status_code=200,upstream=ordering': 1,
    'request_method=_OTHER,url_scheme=http,response_status_code=405,upstream=gateway': 1,
  });
});

test('the metrics tell by how much the clock is ahead of that of the instance from which it differs most', async (t) => {
  const behind = (seconds: number) => startService(t, (_request, response) => response.setHeader('date', dateBefore(seconds)).end('{}'));
  const [right, slow, late] = [await startService(t), await behind(90), await behind(-400)];
  const gateway = await startGateway(t, right, { services: { identity: [right.url], ordering: [slow.url, right.url, late.url] } });
  const skews = async () => [...(await gateway.metrics()).matchAll(/^clock_skew_seconds\{source="(\w+)".*\} (\S+)$/gm)];
  for (let count = 0; count < 3; count++) await send(`${gateway.url}/v1/projects`, { headers: { authorization: 'Bearer good' } });
  assert.deepEqual(
    (await skews()).map(([, source, seconds]) => [source, Math.round(Number(seconds) / 10)]),
    [
      ['identity', 0],
      ['ordering', -40],
    ],
  );
});

const dateBefore = (seconds: number): string => new Date(Date.now() - seconds * 1000).toUTCString();

test('a request whose client goes away has no status, but an error', async (t) => {
  const service = await startService(t, () => undefined);
  const gateway = await startGateway(t, service);
  const client = connect(gateway.port, '127.0.0.1');
  await once(client, 'connect');
  client.write('GET /v1/projects HTTP/1.1\r\nHost: orders.example\r\nAuthorization: Bearer good\r\n\r\n');
  await eventually(() => assert.equal(service.received.length, 1));
  client.destroy();
  await eventually(async () =>
    assert.deepEqual(counts(await gateway.metrics()), {
      'request_method=GET,url_scheme=http,route=/v1/projects,error_type=aborted,upstream=ordering': 1,
    }),
  );
});
