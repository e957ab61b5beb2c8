import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ApiClient, eventually, gidOf } from '@partner-ordering/testing';
import { enableApplication } from '../access.ts';
import { password, refusal, sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const bakery = await identity.organization({ name: 'Bakery', hostname: 'applications.example' });
const [admin, robot] = [await identity.person({ roles: ['admin'] }), await identity.user({ memberOf: [bakery] })];

const DAY_SECONDS = 24 * 3600;
const everyGrant = ['client_credentials', 'password', 'refresh_token'];
const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => identity.service.database.query<Row>({ text, values });

interface CreatedApplication {
  href: string;
  clientId: string;
  secret: string;
}

/** An application with every grant, unless something else is given. */
async function make(fields: object = {}): Promise<CreatedApplication> {
  const { status, body } = await admin.post('/v1/applications', { name: 'Shop', grants: everyGrant, user: { gid: robot.gid }, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return { href: body.href, clientId: body.client_id, secret: body.client_secret };
}

const asItself = (from: CreatedApplication, scope = 'base') =>
  identity.form('/oauth2/token', { grant_type: 'client_credentials', scope }, from);
const asPerson = (from: CreatedApplication, username: string, scope = 'base') =>
  identity.form('/oauth2/token', { grant_type: 'password', username, password, scope }, from);
const refreshed = (from: CreatedApplication, refresh_token: string) =>
  identity.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token }, from);
/** Clients with a token of the application itself and with one of a person. */
async function users(application: CreatedApplication): Promise<{ technicalUser: ApiClient; person: ApiClient; refreshToken: string }> {
  const { email } = await identity.user({ memberOf: [bakery] });
  const [own, persons] = [await asItself(application), await asPerson(application, email)];
  assert.deepEqual([own.status, persons.status], [200, 200]);
  const { access_token: token, refresh_token: refreshToken } = persons.body;
  return { technicalUser: identity.bearer(own.body.access_token), person: identity.bearer(token), refreshToken };
}
const statusOf = async (client: ApiClient) => (await client.get('/v1/organizations')).status;
const refused = (client: ApiClient) => eventually(async () => assert.equal(await statusOf(client), 401), { timeoutMs: 2_000 });

describe('createApplication', () => {
  test('201 shows the secret once; with it the application gets tokens for the listed grants and scopes', async () => {
    const request = { name: 'App', grants: ['password'], scopes: ['base', 'files'], organizations: [{ gid: bakery.gid }] };
    const { status, headers, body } = await admin.post('/v1/applications', request);
    assert.deepEqual([status, headers.get('location'), headers.get('cache-control')], [201, body.href, 'no-store']);
    assert.deepEqual(Object.keys(body), ['gid', 'href', 'client_id', 'client_secret', 'previous_expires_at']);
    assert.equal(Buffer.from(body.client_secret, 'base64url').length, 32);
    const from = { href: body.href, clientId: body.client_id, secret: body.client_secret };
    const [member, stranger] = [await identity.user({ memberOf: [bakery] }), await identity.user()];
    const signedIn = await asPerson(from, member.email, 'base files');
    assert.deepEqual([signedIn.status, signedIn.body.scope, signedIn.body.refresh_token], [200, 'base files', undefined]);
    assert.equal((await asPerson(from, member.email, 'upload_files')).body.error, 'invalid_scope');
    assert.equal((await asPerson(from, stranger.email)).body.error, 'invalid_grant');
    assert.equal((await asItself(from)).body.error, 'unauthorized_client');
  });

  test('201: with client_credentials an application has the rights of its technical user', async () => {
    const { technicalUser } = await users(await make());
    const { body } = await technicalUser.get('/v1/organizations');
    assert.deepEqual(
      body.items.map(({ gid }: { gid: string }) => gid),
      [bakery.gid],
    );
  });
});

describe('updateApplication', () => {
  test('204 changes the given fields only, also in an object that was read and written back', async () => {
    const { href } = await make({ organizations: [{ gid: bakery.gid }] });
    assert.equal((await admin.put(href, { name: 'Another', scopes: ['upload_files', 'base'] })).status, 204);
    const { body, headers } = await admin.get(href);
    assert.deepEqual(
      [body.name, body.scopes, body.grants, body.organizations.length],
      ['Another', ['base', 'upload_files'], everyGrant, 1],
    );
    assert.notEqual(body.modified_at, null);
    assert.equal((await admin.put(href, body, { headers: { 'if-match': headers.get('etag')! } })).status, 204);
    assert.equal((await admin.put(href, { organizations: [], user: null, grants: ['password'] })).status, 204);
    const { body: after } = await admin.get(href);
    assert.deepEqual([after.organizations, after.user, after.grants], [[], null, ['password']]);
    assert.equal((await admin.put(href, { name: 'Late' }, { headers: { 'if-match': headers.get('etag')! } })).status, 412);
  });

  test('204: a disabled application gets no tokens until it is enabled; its earlier tokens stay refused', async () => {
    const application = await make();
    const { technicalUser, person, refreshToken } = await users(application);
    assert.equal((await admin.put(application.href, { is_enabled: false })).status, 204);
    await Promise.all([technicalUser, person].map(refused));
    assert.equal((await asItself(application)).body.error, 'invalid_client');
    assert.equal((await admin.put(application.href, { is_enabled: true })).status, 204);
    await refused(technicalUser);
    assert.equal((await refreshed(application, refreshToken)).body.error, 'invalid_grant');
    assert.equal((await asItself(application)).status, 200);
  });

  test('a user is published as technical while an application acts as them', async () => {
    const [first, second] = [await identity.user(), await identity.user()];
    const isTechnical = async ({ gid }: { gid: string }) =>
      (await identity.state<{ is_technical: boolean }>('principal', gid))!.state!.is_technical;
    const both = async () => [await isTechnical(first), await isTechnical(second)];
    assert.deepEqual(await both(), [false, false]);
    const application = await make({ user: { gid: first.gid } });
    assert.deepEqual(await both(), [true, false]);
    await admin.put(application.href, { user: { gid: second.gid } });
    assert.deepEqual(await both(), [false, true]);
    await admin.delete(application.href);
    assert.deepEqual(await both(), [false, false]);
  });

  test('204: a removed grant and a new technical user end their sessions and no others', async () => {
    const application = await make();
    const [first, other] = [await users(application), await identity.user()];
    assert.equal((await admin.put(application.href, { user: { gid: other.gid } })).status, 204);
    await refused(first.technicalUser);
    assert.equal(await statusOf(first.person), 200);
    const second = await users(application);
    assert.equal((await admin.put(application.href, { name: 'Same', user: { gid: other.gid } })).status, 204);
    assert.equal((await admin.put(application.href, { grants: ['client_credentials'] })).status, 204);
    await Promise.all([first, second].map(({ person }) => refused(person)));
    assert.equal(await statusOf(second.technicalUser), 200);
  });

  test('204: narrowed organizations end the sessions of people who are members of none of them, and no others', async () => {
    const application = await make();
    const { technicalUser, person: inside } = await users(application);
    const { email } = await identity.user();
    const outside = identity.bearer((await asPerson(application, email)).body.access_token);
    assert.equal((await admin.put(application.href, { organizations: [{ gid: bakery.gid }] })).status, 204);
    await refused(outside);
    assert.deepEqual([await statusOf(technicalUser), await statusOf(inside)], [200, 200]);
    assert.equal((await admin.put(application.href, { organizations: [] })).status, 204);
    assert.equal(await statusOf(inside), 200);
  });

  test('204: a grant removed with a narrowing ends its sessions too', async () => {
    const application = await make();
    const { technicalUser, person: inside } = await users(application);
    const { email } = await identity.user();
    const outside = identity.bearer((await asPerson(application, email)).body.access_token);
    const request = { organizations: [{ gid: bakery.gid }], grants: ['password'] };
    assert.equal((await admin.put(application.href, request)).status, 204);
    await Promise.all([outside, technicalUser].map(refused));
    assert.equal(await statusOf(inside), 200);
  });

  test('204: a removed scope ends all sessions; an added one ends none', async () => {
    const application = await make({ scopes: ['base'] });
    const { technicalUser, person, refreshToken } = await users(application);
    assert.equal((await admin.put(application.href, { scopes: ['base', 'files'] })).status, 204);
    assert.deepEqual([await statusOf(technicalUser), await statusOf(person)], [200, 200]);
    assert.equal((await admin.put(application.href, { scopes: ['files'] })).status, 204);
    await Promise.all([technicalUser, person].map(refused));
    assert.equal((await refreshed(application, refreshToken)).body.error, 'invalid_grant');
  });
});

describe('deleteApplication', () => {
  test('204: a deleted application gets no tokens, its earlier ones are refused; it is removed after its sessions', async () => {
    const application = await make({ name: 'Going' });
    const { technicalUser, person } = await users(application);
    assert.equal((await admin.delete(application.href)).status, 204);
    await Promise.all([technicalUser, person].map(refused));
    assert.equal((await asItself(application)).body.error, 'invalid_client');
    assert.equal((await admin.get(application.href)).status, 404);
    assert.equal((await admin.get('/v1/applications', { parameters: { query: ['name', '==', 'Going'] } })).body.total_count, 0);
    await assert.rejects(enableApplication(identity.service, [application.clientId], new Date()), /there is no application/);

    const rows = () => query('select from application where client_id = $1', [application.clientId]);
    await identity.runJob('remove_ended_sessions');
    assert.equal((await rows()).length, 1);
    await query(`update session set revoked_at = now() - interval '1 day' where application_gid = $1`, [gidOf(application.href)]);
    await identity.runJob('remove_ended_sessions');
    assert.equal((await rows()).length, 0);
  });
});

describe('the application of the reference', () => {
  test('404 for an admin who reads, changes or deletes it, and no list has it', async () => {
    const [{ gid } = { gid: '' }] = await query<{ gid: string }>(`select gid from application where client_id = 'docs'`);
    const href = `/v1/applications/${gid}`;
    const answers = [await admin.get(href), await admin.put(href, { is_enabled: false }), await admin.delete(href)];
    assert.deepEqual(
      [...answers, await admin.post(`${href}/rotate_secret`)].map(({ status }) => status),
      [404, 404, 404, 404],
    );
    const { body } = await admin.get('/v1/applications?limit=100&query=["client_id","==","docs"]');
    assert.deepEqual([body.total_count, body.items], [0, []]);
    assert.equal((await admin.post('/v1/applications', { name: 'Docs', grants: ['password'], client_id: 'docs' })).status, 400);
  });
});

describe('rotateApplicationSecret', () => {
  const rotate = ({ href }: CreatedApplication, body?: object) => admin.post(`${href}/rotate_secret`, body);
  const graceOf = ({ headers, body }: { headers: Headers; body: { previous_expires_at: string } }) =>
    Math.round((Date.parse(body.previous_expires_at) - Date.parse(headers.get('date')!)) / 1000);

  test('200 shows a new secret once; the old one stays valid for a day, or up to seven if chosen', async () => {
    const application = await make();
    const answer = await rotate(application);
    const { status, headers, body } = answer;
    assert.deepEqual([status, headers.get('cache-control'), body.client_id], [200, 'no-store', application.clientId]);
    assert.ok(Math.abs(graceOf(answer) - DAY_SECONDS) <= 2);
    const rotated = { ...application, secret: body.client_secret };
    assert.deepEqual([(await asItself(rotated)).status, (await asItself(application)).status], [200, 200]);
    assert.ok(Math.abs(graceOf(await rotate(application, { grace_seconds: 7 * DAY_SECONDS })) - 7 * DAY_SECONDS) <= 2);
    assert.equal((await asItself(rotated)).status, 200);
    assert.equal((await asItself(application)).body.error, 'invalid_client', 'only the newest old one is valid');
  });

  test('200 without a grace time: the old secret ends at once, and sessions go on', async () => {
    const application = await make();
    const { technicalUser, refreshToken } = await users(application);
    const { body } = await rotate(application, { grace_seconds: 0 });
    assert.equal((await asItself(application)).body.error, 'invalid_client');
    assert.equal(await statusOf(technicalUser), 200);
    assert.equal((await refreshed({ ...application, secret: body.client_secret }, refreshToken)).status, 200);
  });
});

test("400 for the deletion of an application's technical user, unless the application is deleted", async () => {
  const user = await identity.user();
  const { href } = await make({ name: 'Till', user: { gid: user.gid } });
  assert.deepEqual(refusal(await admin.delete(`/v1/users/${user.gid}`)), [400, 'gid: technical_user_in_use']);
  assert.equal((await admin.delete(href)).status, 204);
  assert.equal((await admin.delete(`/v1/users/${user.gid}`)).status, 204);
});
