import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { gidOf, tokenIn } from '@partner-ordering/testing';
import { password, type Person, refusal, sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
const [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];

const newAddress = () => `${newGid()}@new.example`;
const bodyFor = (organization: { gid: string }, fields: object = {}) => ({
  email: newAddress(),
  organization: { gid: organization.gid },
  ...fields,
});
const signUp = (token: string, fields: object = {}) =>
  identity.anonymous.post(`/v1/p/invitations/${token}/user`, { firstname: 'Nia', lastname: 'New', password, ...fields });
const codeIn = ({ text }: { text: string }) => /&code=([\w-]{43})/.exec(text)![1]!;
/** Invites, and answers the invitation with the code of its mail. */
async function invite(caller: Person, request: { email: string; organization: { gid: string } }) {
  const href = await caller.create('/v1/invitations', request);
  const [{ body }, mail] = [await caller.get(href), await identity.mailTo(request.email, 'invitation')];
  return { href, token: body.token as string, code: codeIn(mail), mail, body };
}
const query = (text: string, ...values: unknown[]) => identity.service.database.query({ text, values });
/** Ends its 14 days. */
const expire = (href: string) => query(`update invitation set expires_at = now() - interval '1 second' where gid = $1`, gidOf(href));
const memberOf = async (gid: string) =>
  ((await admin.get(`/v1/users/${gid}`)).body.member_of as { organization: { gid: string } }[]).map((one) => one.organization.gid);

describe('createInvitation', () => {
  test('201 mails a link with the token and a code; the manager reads the invitation', async () => {
    const request = bodyFor(bakery, { budget: { amount: 99.5, currency: 'EUR' } });
    const { body, mail, code } = await invite(manager, request);
    assert.deepEqual([body.token, body.budget, body.user_rank], [tokenIn(mail), { amount: 99.5, currency: 'EUR' }, 'user']);
    assert.equal(Date.parse(body.expires_at) - Date.parse(body.created_at), 14 * DAY_MS);
    assert.match(body.token, /^[\w-]{43}$/);
    assert.notEqual(code, body.token);
    assert.match(mail.text, /^https:\/\/pages\.test\/invitation#token=/m);
    assert.equal(mail.subject, 'Invitation to join Bakery');
    const stored = await identity.service.database.query({ text: 'select * from mail_token', values: [] });
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(code));
  });

  test('the mail is in the language of the account with the address, otherwise in that of the inviting user', async () => {
    const user = await identity.user();
    await identity.service.database.query({ text: `update "user" set locale = 'fr' where gid = any($1)`, values: [[user.gid]] });
    const { mail, body } = await invite(manager, bodyFor(bakery, { email: user.email.toUpperCase() }));
    assert.deepEqual([mail.subject, body.has_user], ['Invitation à rejoindre Bakery', true]);
    const french = await identity.person({ manages: [bakery] });
    await french.put('/v1/me', { locale: 'fr_FR' });
    assert.equal((await invite(french, bodyFor(bakery))).mail.subject, 'Invitation à rejoindre Bakery');
  });

  test('400 for an invited address in any case, a member, and an organization that is not visible', async () => {
    const member = await identity.user({ memberOf: [bakery] });
    const request = bodyFor(bakery);
    await manager.create('/v1/invitations', request);
    const bad: [object, string][] = [
      [bodyFor(bakery, { email: request.email.toUpperCase() }), 'email: already_invited'],
      [bodyFor(bakery, { email: member.email.toUpperCase() }), 'email: invitee_already_member'],
      [bodyFor(bakery, { email: 'a@example.com\r\nBcc: b@example.com' }), 'email: wrong_format'],
      [bodyFor(studio), 'organization: not_found'],
    ];
    for (const [body, fault] of bad) {
      const answer = await manager.post('/v1/invitations', body);
      assert.deepEqual(refusal(answer), [400, fault], JSON.stringify(body));
    }
    assert.deepEqual(
      (await manager.post('/v1/invitations', bodyFor(studio))).body,
      (await manager.post('/v1/invitations', bodyFor({ gid: newGid() }))).body,
    );
  });

  test('429 with Retry-After once a user has caused 100 mails within an hour, except for admins', async () => {
    const busy = await identity.person({ manages: [bakery] });
    await busy.create('/v1/invitations', bodyFor(bakery));
    for (const { gid } of [busy, admin])
      await query(
        `insert into rate_limit select 'mails:' || $1, 100, extract(epoch from now()) * 1000 + 3600000
         on conflict (key) do update set points = 100`,
        gid,
      );
    const { status, headers } = await busy.post('/v1/invitations', bodyFor(bakery));
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 3_500);
    assert.equal((await busy.put('/v1/me', { email: newAddress(), current_password: password })).status, 429);
    await admin.create('/v1/invitations', bodyFor(bakery));
    await query(`update rate_limit set expire = expire - 3600000 where key = 'mails:' || $1`, busy.gid);
    await busy.create('/v1/invitations', bodyFor(bakery));
  });

  test('201 for an address whose invitation has expired, which the new one replaces', async () => {
    const request = bodyFor(bakery);
    const { href } = await invite(manager, request);
    await expire(href);
    const again = await admin.create('/v1/invitations', request);
    assert.deepEqual([(await admin.get(href)).status, (await admin.get(again)).status], [404, 200]);
  });
});

describe('visibility of an invitation', () => {
  test('an invitation is visible to managers and admins; that of a manager to admins only', async () => {
    const stranger = await identity.person({ manages: [studio] });
    const user = await identity.person({ memberOf: [bakery] });
    const [href, forManager] = [
      await admin.create('/v1/invitations', bodyFor(bakery)),
      await admin.create('/v1/invitations', bodyFor(bakery, { user_rank: 'manager' })),
    ];
    const statusesFor = async (caller: Person) => Promise.all([href, forManager].map(async (path) => (await caller.get(path)).status));
    assert.deepEqual(await Promise.all([admin, manager, stranger, user].map(statusesFor)), [
      [200, 200],
      [200, 404],
      [404, 404],
      [404, 404],
    ]);
    for (const caller of [stranger, user]) {
      assert.equal((await caller.delete(href)).status, 404);
      assert.equal((await caller.post(`${href}/resend`)).status, 404);
    }
    const parameters = { query: ['organization.gid', '==', bakery.gid], limit: 100 };
    const listed = (await manager.get('/v1/invitations', { parameters })).body.items.map(({ href: path }: { href: string }) => path);
    assert.deepEqual([listed.includes(href), listed.includes(forManager)], [true, false]);
    assert.deepEqual((await user.get('/v1/invitations')).body, { total_count: 0, items: [] });
    assert.equal((await stranger.get('/v1/invitations', { parameters })).body.total_count, 0);
  });

  test('204 deletes an invitation: its token and code no longer work', async () => {
    const { href, token, code } = await invite(manager, bodyFor(bakery));
    assert.equal((await manager.delete(href)).status, 204);
    assert.equal((await identity.anonymous.get(`/v1/p/invitations/${token}`)).status, 404);
    assert.equal((await signUp(token, { code })).status, 404);
    assert.equal((await manager.delete(href)).status, 404);
  });

  test('204 sends an invitation again and starts its time again', async () => {
    const request = bodyFor(bakery);
    const { href, token } = await invite(manager, request);
    await expire(href);
    assert.equal((await identity.anonymous.get(`/v1/p/invitations/${token}`)).status, 404);
    assert.equal((await manager.post(`${href}/resend`)).status, 204);
    const mail = await identity.mailTo(request.email, 'invitation', 2);
    assert.equal(tokenIn(mail), token);
    assert.equal((await identity.anonymous.get(`/v1/p/invitations/${token}`)).status, 200);
    const { created_at: sent, expires_at: until } = (await manager.get(href)).body;
    assert.ok(Date.parse(until) - Date.parse(sent) >= 14 * DAY_MS);
    assert.equal((await signUp(token, { code: codeIn(mail) })).status, 201);
  });
});

describe('signing up', () => {
  test('201 for an admin’s invitation of a manager, who manages the organization', async () => {
    const { token, code } = await invite(admin, bodyFor(studio, { user_rank: 'manager' }));
    const gid = gidOf((await signUp(token, { code })).headers.get('location')!);
    assert.equal((await admin.get(`/v1/users/${gid}`)).body.member_of[0].is_manager, true);
  });

  test('400 for a bad name, a bad password, a foreign code and a role; nothing is created', async () => {
    const request = bodyFor(bakery);
    const [{ token, code }, other] = [await invite(manager, request), await invite(manager, bodyFor(bakery))];
    const bad: [object, string][] = [
      [{ lastname: 'New\r\nYour account is closed, sign in at https://evil.example' }, 'lastname: contains_control_characters'],
      [{ password: 'Password123' }, 'password: common_password'],
      [{ password: request.email }, 'password: contains_email'],
      [{ code: other.code }, 'code: wrong_or_expired'],
      [{ code: token }, 'code: wrong_or_expired'],
      [{ code: 'made-up' }, 'code: wrong_or_expired'],
      [{ roles: ['admin'] }, 'roles: unknown_field'],
    ];
    for (const [fields, fault] of bad) {
      const answer = await signUp(token, fields);
      assert.deepEqual(refusal(answer), [400, fault], JSON.stringify(fields));
    }
    assert.equal((await signUp(other.token, { code: other.code })).status, 201);
    assert.equal((await signUp(token, { code })).status, 201);
  });

  test('400 for an address that has an account', async () => {
    const user = await identity.user();
    const { token } = await invite(manager, bodyFor(bakery, { email: user.email }));
    assert.deepEqual(refusal(await signUp(token)), [400, 'email: email_taken']);
  });

  test('one of two concurrent sign-ups with a token succeeds', async () => {
    const { token, code } = await invite(manager, bodyFor(bakery));
    const answers = await Promise.all([signUp(token, { code }), signUp(token, { code })]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 404]);
  });
});

describe('acceptInvitation', () => {
  const accept = (caller: Pick<Person, 'post'>, token: string, body?: object) => caller.post(`/v1/invitations/${token}/accept`, body);

  test('204 makes the invited user a member, once; 403 for an application, even that of their own', async () => {
    const me = await identity.person({ memberOf: [studio] });
    const { token, body } = await invite(manager, bodyFor(bakery, { email: me.email }));
    assert.equal(body.has_user, true);
    const client = await identity.addApplication({ technicalUser: me.gid });
    const robot = (await identity.form('/oauth2/token', { grant_type: 'client_credentials' }, client)).body.access_token;
    assert.equal((await accept(identity.bearer(robot), token)).status, 403);
    assert.equal((await accept(me, token)).status, 204);
    assert.deepEqual((await memberOf(me.gid)).toSorted(), [bakery.gid, studio.gid].toSorted());
    assert.equal((await accept(me, token)).status, 404);
  });

  test("a user with an unconfirmed address joins no second organization until a mail's code or a reset confirms it", async () => {
    const email = newAddress();
    const first = await invite(manager, bodyFor(bakery, { email }));
    const gid = gidOf((await signUp(first.token)).headers.get('location')!);
    const me = identity.bearer((await identity.signInAs(email)).access_token);
    const second = await invite(admin, bodyFor(studio, { email }));
    const refused = await accept(me, second.token);
    assert.deepEqual(refusal(refused), [400, 'code: email_not_confirmed']);
    const added = await admin.post(`/v1/users/${gid}/member_of`, { organization: { gid: studio.gid } });
    assert.deepEqual(refusal(added), [400, 'organization: email_not_confirmed']);
    assert.equal((await accept(me, second.token, { code: 'made-up' })).status, 400);
    assert.equal((await accept(me, second.token, { code: codeIn(await identity.mailTo(email, 'invitation', 2)) })).status, 204);
    assert.equal((await memberOf(gid)).length, 2);

    const another = newAddress();
    const other = gidOf((await signUp((await invite(manager, bodyFor(bakery, { email: another }))).token)).headers.get('location')!);
    await identity.anonymous.post('/v1/p/password_resets', { email: another });
    const token = tokenIn(await identity.mailTo(another, 'password_reset'));
    assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${token}`, { password })).status, 204);
    assert.equal((await admin.post(`/v1/users/${other}/member_of`, { organization: { gid: studio.gid } })).status, 201);
  });

  test('400 for a member, and 404 for an invitation after 14 days', async () => {
    const me = await identity.person();
    const { token } = await invite(manager, bodyFor(bakery, { email: me.email }));
    await admin.create(`/v1/users/${me.gid}/member_of`, { organization: { gid: bakery.gid } });
    assert.deepEqual(refusal(await accept(me, token)), [400, 'organization: already_member']);
    const late = await invite(manager, bodyFor(bakery));
    await expire(late.href);
    assert.equal((await signUp(late.token)).status, 404);
  });
});
