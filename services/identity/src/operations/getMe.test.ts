import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();

describe('getMe', () => {
  const form = {
    action: 'https://partner-ordering.test/v1/storage',
    method: 'POST',
    enctype: 'multipart/form-data',
    file_field: 'file',
    fields: { key: 'x' },
    max_size: 1_000,
    expires_at: '2030-01-01T00:00:00+0000',
  };

  test('200 with an upload form for a token that may upload; the tag is that of the user without it', async () => {
    const me = await identity.person();
    const uploader = identity.bearer((await identity.signInAs(me.email, 'base upload_files')).access_token);
    const ask = `/internal/upload_form?user=${me.gid}`;
    assert.equal((await uploader.get('/v1/me')).status, 503);

    identity.answer(ask, form);
    const { body, headers } = await uploader.get('/v1/me');
    assert.deepEqual(body.upload_form, form);
    const plain = await me.get('/v1/me');
    assert.equal(plain.body.upload_form, undefined);
    assert.equal(headers.get('etag'), plain.headers.get('etag'));
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal((await uploader.put('/v1/me', { ...body, phone: '+33 1' })).body.phone, '+33 1', 'what was read is written back');
    assert.equal((await uploader.get('/v1/me', { headers: { 'if-none-match': headers.get('etag')! } })).status, 200);
    const { body: chosen } = await uploader.get('/v1/me', { parameters: { fields: 'email' } });
    assert.equal(chosen.upload_form, undefined);
  });

  test('200 with gid, href and the upload form for a token that may only upload, whatever fields it asks for', async () => {
    const { email, gid } = await identity.user();
    const uploader = identity.bearer((await identity.signInAs(email, 'upload_files')).access_token);
    identity.answer(`/internal/upload_form?user=${gid}`, form);
    const own = { gid, href: `/v1/users/${gid}` };
    assert.deepEqual((await uploader.get('/v1/me')).body, { ...own, upload_form: form });
    assert.deepEqual((await uploader.get('/v1/me', { parameters: { fields: 'email,created_at' } })).body, own);
  });

  test('200 with the chosen fields by a statement of the share of clients, so that they leave the names of all others alone', async (t) => {
    const me = await identity.person();
    const { mock } = t.mock.method(identity.service.database, 'query');
    assert.equal(Object.keys((await me.get('/v1/me', { parameters: { fields: 'phone,email' } })).body).at(-1), 'phone');
    const names = mock.calls.map(({ arguments: [statement] }) => ('name' in statement ? String(statement.name) : ''));
    assert.deepEqual([names.some((name) => name.startsWith('client')), names.some((name) => name.startsWith('own'))], [true, false]);
  });
});
