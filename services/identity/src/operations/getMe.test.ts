import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { User } from '../domain/user.ts';
import { password, sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();

describe('getMe', () => {
  const form = {
    ...{ action: 'https://partner-ordering.test/v1/storage', method: 'POST', enctype: 'multipart/form-data', file_field: 'file' },
    ...{ fields: { key: 'x' }, max_size: 1_000, expires_at: '2030-01-01T00:00:00+0000' },
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
});

describe('listMyMemberships', () => {
  test('200: a page of them, searchable by organization', async () => {
    const [bakery, studio] = [await identity.organization(), await identity.organization()];
    const me = await identity.person({ memberOf: [bakery], manages: [studio] });
    await identity.person({ memberOf: [studio] });
    const own = await me.get('/v1/me/member_of', { parameters: { sort: 'asc', limit: 1, offset: 1 } });
    const found = await me.get('/v1/me/member_of', { parameters: { query: ['organization.gid', '==', studio.gid] } });

    assert.equal(own.body.total_count, 2);
    assert.equal(own.body.items.length, 1);
    assert.equal(found.body.total_count, 1);
    assert.equal(found.body.items[0].is_manager, true);
    assert.equal((await me.get('/v1/me/member_of', { parameters: { query: ['is_manager', '==', true] } })).status, 400);
  });
});

test('401 with the challenge for a token that is no longer one of a user who may sign in', async () => {
  const me = await identity.person();
  assert.equal((await me.get('/v1/me')).status, 200);
  await identity.service.write(async ({ em }) => void ((await em.findOneOrFail(User, { gid: me.gid })).isEnabled = false));
  await eventually(async () => {
    const { status, headers, body } = await me.get('/v1/me');
    assert.deepEqual([status, body.error, headers.get('www-authenticate')], [401, 'invalid_grant', 'Bearer error="invalid_token"']);
  });
  const answer = await identity.form('/oauth2/token', { grant_type: 'password', username: me.email, password });
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant']);
});
