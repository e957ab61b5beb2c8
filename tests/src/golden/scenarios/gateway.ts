import type { Stage } from '../recorder.ts';

const action = (method: string, relative_url: string, body?: unknown) => ({
  relative_url,
  method,
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});

/** The gateway's own operations, and what it does for every request. */
export async function gateway(stage: Stage): Promise<void> {
  const { user } = stage.people;
  await recordRoot(stage);
  await stage.record('getProtectedResourceMetadata', '200 for everybody');
  for (const [operationId, as] of [
    ['getOpenApi', undefined],
    ['getQuerySchema', user],
  ] as const) {
    const call = as === undefined ? {} : { as };
    const { etag } = await stage.record(operationId, '200 as it is', call);
    await stage.record(operationId, '304 for who has it', { ...call, headers: { 'if-none-match': etag } });
    await stage.record(operationId, '200 by HEAD', { ...call, method: 'HEAD' });
  }
  await recordBatch(stage);
  await recordProtocol(stage);
}

async function recordRoot(stage: Stage): Promise<void> {
  await stage.record('getRoot', '200 in JSON');
  for (const accept of ['application/xml', 'text/xml']) await stage.record('getRoot', `200 for ${accept}`, { headers: { accept } });
  await stage.record('getRoot', '303 to the console for a browser', { headers: { accept: 'text/html, application/xml;q=0.9, */*;q=0.1' } });
  await stage.record('getRoot', '406 for a picture', { headers: { accept: 'image/png' } });
  await stage.record('getRoot', '200 under /v1', { path: '/v1' });
}

async function recordBatch(stage: Stage): Promise<void> {
  const { user, admin } = stage.people;
  const reads = [action('GET', '/v1/me?fields=firstname'), action('GET', '/projects/nothing'), action('HEAD', 'categories')];
  await stage.record('runBatch', '200 though an action fails', { as: user, body: reads });
  const body = [
    action('POST', '/v1/categories', { title: 'Signs' }),
    action('POST', '/v1/batch', [reads[0]]),
    action('POST', '/v1/categories', '{'),
  ];
  const writes = { as: admin, body, headers: { 'idempotency-key': 'signs' } };
  await stage.record('runBatch', '200 with an action that writes, one that is a batch and one that is no JSON', writes);
  await stage.record('runBatch', '200 the same again, which writes nothing', writes);
  await stage.record('runBatch', '400 for a method that cannot be, and no address', { as: user, body: [{ method: 'PATCH' }] });
  await stage.record('runBatch', '400 for no action', { as: user, body: [] });
  await stage.record('runBatch', '401 with the token in the query', { query: { access_token: user.client.token }, body: reads });
  await stage.record('runBatch', '413 for 6 MiB', { as: user, body: `["${'x'.repeat(6 << 20)}"]` });
  await stage.record('runBatch', '415 for a form', { as: user, form: { relative_url: '/v1/me' } });
}

/** Rules of all operations, shown by one of them. */
async function recordProtocol(stage: Stage): Promise<void> {
  const { user, admin } = stage.people;
  const show = (title: string, call: Parameters<Stage['record']>[2]) => stage.record('getQuerySchema', title, call);
  await show('404 for a path that is none', { as: user, path: '/v1/nothing' });
  await show('404 for what only services may ask', { as: user, path: '/internal/revocations' });
  await show('405 for a method that is none', { as: user, method: 'PATCH' });
  await show('405 of a service', { as: user, method: 'DELETE', path: '/v1/projects' });
  await show('200 with the token in the query', { query: { access_token: user.client.token } });
  await show('400 with two tokens', { as: user, path: '/v1/me', query: { access_token: user.client.token } });
  await show('200 with the ids of the client', {
    as: user,
    path: '/v1/projects/total_count',
    headers: { 'x-request-id': 'partner-7', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  });
  await show('405 for a preflight where no origin is allowed', {
    method: 'OPTIONS',
    path: '/v1/projects',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  });
  const create = { as: admin, path: '/v1/categories', method: 'POST', headers: { 'idempotency-key': 'one' } };
  await show('201 for the first with an Idempotency-Key', { ...create, body: { title: 'Once' } });
  await show('201 for the second, replayed', { ...create, body: { title: 'Once' } });
  await show('400 for the same key with another body', { ...create, body: { title: 'Twice' } });
  await show('400 for an Idempotency-Key of 256 characters', {
    ...create,
    body: { title: 'Long' },
    headers: { 'idempotency-key': 'x'.repeat(256) },
  });
  await show('415 of a service', { ...create, body: 'title=Signs', headers: { 'content-type': 'text/plain' } });
}
