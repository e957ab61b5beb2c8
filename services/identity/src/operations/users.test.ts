import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, gidOf } from '@partner-ordering/testing';
import { Undeliverable } from '@partner-ordering/mail';
import { allNotifications, password, refusal, setUpIdentity, sharedIdentity, type Person } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
const [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];

const pathOf = ({ gid }: { gid: string }) => `/v1/users/${gid}`;
const refused = (person: Person) => eventually(async () => assert.deepEqual([(await person.get('/v1/me')).status], [401]));
/** A user who has set no password yet. */
async function invited() {
  const email = `${newGid()}@new.example`;
  const body = { email, firstname: 'Nia', lastname: 'New', member_of: [{ organization: { gid: bakery.gid } }] };
  return { email, gid: gidOf(await manager.create('/v1/users', body)) };
}
const query = <Row>(text: string, values: unknown[]): Promise<Row[]> => identity.service.database.query<Row>({ text, values });

describe('updateUser', () => {
  test('204 for the manager of all memberships and for admins changes the given fields only', async () => {
    const user = await identity.user({ memberOf: [bakery] });
    assert.equal((await manager.put(pathOf(user), { firstname: 'Nia', phone: '1', locale: 'fr' })).status, 204);
    assert.equal((await admin.put(pathOf(user), { mobile: '2', roles: ['customer'] })).status, 204);
    const { body } = await admin.get(pathOf(user));
    assert.deepEqual(
      [body.firstname, body.lastname, body.phone, body.mobile_phone, body.locale, body.roles],
      ['Nia', 'Reed', '1', '2', 'fr', ['user', 'customer']],
    );
    const state = (await identity.state<{ firstname: string }>('user', user.gid))!.state!;
    assert.equal(state.firstname, 'Nia');
    assert.equal((await manager.put(pathOf(user), (await manager.get(pathOf(user))).body)).status, 204, 'what was read is written back');
  });

  test('204 by admins, or a manager before the first password: a new email address waits, and both addresses get mail', async () => {
    for (const [caller, user] of [
      [manager, await invited()],
      [admin, await identity.user({ memberOf: [bakery] })],
    ] as const) {
      const email = `new-${user.email}`;
      assert.equal((await caller.put(pathOf(user), { email })).status, 204);
      const { body } = await admin.get(pathOf(user));
      assert.deepEqual([body.email, body.pending_email], [user.email, email]);
      await identity.mailTo(email, 'email_change');
      await identity.mailTo(user.email, 'email_change_notice');
    }
  });

  test('five mails an hour of each kind go to an address, even after its user was erased', async () => {
    const user = await invited();
    const areSent = (kind: string) =>
      eventually(async () =>
        assert.deepEqual(await query(`select from job where name = $1 and given_up_at is null`, [`mail_${kind}`]), []),
      );
    await areSent('set_password');
    for (let count = 0; count < 6; count++) {
      const email = `${newGid()}@new.example`;
      assert.equal((await manager.put(pathOf(user), { email })).status, 204);
      await identity.mailTo(email, 'email_change');
      await areSent('email_change_notice');
    }
    assert.equal((await admin.delete(pathOf(user))).status, 204);
    for (let count = 0; count < 6; count++) {
      const again = await manager.create('/v1/users', {
        email: user.email.toUpperCase(),
        firstname: 'Nia',
        lastname: 'New',
        member_of: [{ organization: { gid: bakery.gid } }],
      });
      await areSent('set_password');
      assert.equal((await admin.delete(again)).status, 204);
    }
    const invitations = [bakery, studio, bakery, studio, bakery, studio].map((organization) => ({
      organization: { gid: organization.gid },
    }));
    for (const { organization } of invitations) {
      const invitation = await admin.create('/v1/invitations', { email: user.email, organization });
      await areSent('invitation');
      await admin.delete(invitation);
    }
    const kinds = identity.sent.filter(({ to }) => to.toLowerCase() === user.email).map(({ kind }) => kind);
    const five = (kind: string) => Array<string>(5).fill(kind);
    assert.deepEqual(kinds.toSorted(), [...five('email_change_notice'), ...five('invitation'), ...five('set_password')]);
  });

  test('204: a disabled user is refused and cannot sign in until they are enabled', async () => {
    const user = await identity.person({ memberOf: [bakery] });
    assert.equal((await user.put('/v1/me', { email: `thief-${user.email}`, current_password: password })).status, 200);
    assert.equal((await admin.put(pathOf(user), { is_enabled: false })).status, 204);
    assert.equal((await admin.get(pathOf(user))).body.pending_email, null);
    await refused(user);
    assert.equal((await identity.signInAs(user.email)).error, 'invalid_grant');
    assert.equal((await identity.state<{ is_enabled: boolean }>('principal', user.gid))!.state!.is_enabled, false);
    assert.equal((await admin.put(pathOf(user), { is_enabled: true })).status, 204);
    // Ended sessions stay ended.
    await refused(user);
    assert.ok((await identity.signInAs(user.email)).access_token);
  });

  test('403 for members, managers of only some memberships, and managers of admins; also for fields that only admins change', async () => {
    const [user, both] = [await identity.person({ memberOf: [bakery] }), await identity.user({ memberOf: [bakery, studio] })];
    const adminMember = await identity.user({ memberOf: [bakery], roles: ['admin'] });
    const technical = await invited();
    await admin.create('/v1/applications', { name: 'Shop', grants: ['client_credentials'], user: { gid: technical.gid } });
    for (const [caller, target, body] of [
      [user, user, { firstname: 'Me' }],
      [manager, both, { firstname: 'Nia' }],
      [manager, adminMember, { email: 'taken-over@example.com' }],
      [manager, user, { email: 'taken-over@example.com' }],
      [manager, technical, { email: 'taken-over@example.com' }],
      // A user changes their own address with a password, at PUT /v1/me.
      [admin, admin, { email: 'taken-over@example.com' }],
      [manager, user, { roles: ['admin'] }],
      [manager, user, { is_enabled: false }],
      [manager, manager, { roles: ['admin'] }],
    ] as const) {
      const answer = await caller.put(pathOf(target), body);
      assert.deepEqual([answer.status, answer.body.error.message], [403, 'Your are not authorized to update user'], JSON.stringify(body));
    }
  });
});

describe('deleteUser', () => {
  test('204 by an admin: no data names the erased user any more, and no token works', async () => {
    const before = await identity.user({ memberOf: [bakery] });
    identity.refuseMails(new Undeliverable('nobody of this name'));
    const user = await identity.person({ memberOf: [bakery, studio] });
    const pending = `pending-${user.email}`;
    const names = { firstname: 'Philippa/Marlene', lastname: 'Quillfeather', phone: '0170 555 01 99' };
    await user.put('/v1/me', { ...names, email: pending, current_password: password });
    await identity.anonymous.post('/v1/p/password_resets', { email: user.email.toUpperCase() });
    await admin.create('/v1/invitations', { email: user.email, organization: { gid: (await identity.organization()).gid } });
    const mails = () => query('select from job where data::text ilike $1', [`%${user.email}%`]);
    await eventually(async () =>
      assert.equal((await query('select from undelivered_mail where "to" ilike $1', [`%${user.email}%`])).length, 4),
    );
    identity.refuseMails(undefined);

    assert.equal((await admin.delete(pathOf(user))).status, 204);
    await refused(user);
    assert.equal((await identity.signInAs(user.email)).error, 'invalid_grant');
    assert.equal((await mails()).length, 0);
    const tables = await query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
      [],
    );
    for (const { name } of tables) {
      for (const trace of [user.email, 'Philippa', 'Marlene', 'Quillfeather', '555 01 99']) {
        const rows = await query(`select from ${name} t where t::text ilike $1`, [`%${trace}%`]);
        assert.equal(rows.length, 0, `${name} tells ${trace}`);
      }
    }
    const memberships = (await admin.get(`/v1/orgs/${bakery.gid}/member_of`)).body.items as { user: { gid: string } }[];
    assert.ok(memberships.some((one) => one.user.gid === before.gid) && !memberships.some((one) => one.user.gid === user.gid));
  });

  test('204 by an admin: services that follow the user are told, and the address is free', async () => {
    const user = await identity.user({ memberOf: [bakery] });
    assert.equal((await admin.delete(pathOf(user))).status, 204);
    const stateOf = async (type: string, key: string) => (await identity.state<object>(type, key))!.state;
    const email = `${user.gid}@deleted.invalid`;
    assert.deepEqual(await stateOf('user', user.gid), {
      gid: user.gid,
      firstname: 'Deleted',
      lastname: 'user',
      email,
      locale: 'en',
      is_erased: true,
      notifications: allNotifications,
    });
    assert.deepEqual(await stateOf('principal', user.gid), {
      gid: user.gid,
      roles: ['user'],
      is_enabled: false,
      is_technical: false,
      memberships: [],
    });
    assert.equal(await stateOf('membership', `${user.gid}/${bakery.gid}`), null);
    assert.equal((await admin.post('/v1/users', { email: user.email, firstname: 'Robin', lastname: 'Reed' })).status, 201);
    for (const answer of [
      await admin.get(pathOf(user)),
      await admin.delete(pathOf(user)),
      await admin.put(pathOf(user), { is_enabled: true }),
    ])
      assert.equal(answer.status, 404);
    assert.equal((await admin.get('/v1/users', { parameters: { query: ['gid', '==', user.gid] } })).body.total_count, 0);
  });

  test('204 by an admin: 13 hours later the erased user is published once more, so that Kafka compacts what it had before', async () => {
    const user = await identity.user();
    assert.equal((await admin.delete(pathOf(user))).status, 204);
    const hours = 'round(extract(epoch from run_at - added_at) / 3600)::int';
    const jobs = await query(`select ${hours} as hours, data from job where name = 'publish_erased' and data->>'user' = $1`, [user.gid]);
    assert.deepEqual(jobs, [{ hours: 13, data: { user: user.gid } }]);
    const before = (await identity.state('user', user.gid))!;
    await identity.runJob('publish_erased', { user: user.gid });
    const after = (await identity.state('user', user.gid))!;
    assert.deepEqual([after.version > before.version, after.state], [true, before.state]);
  });

  test('204 by a manager: memberships in the organizations that they manage end, the account stays', async () => {
    const user = await identity.person({ memberOf: [bakery, studio] });
    assert.equal((await manager.delete(pathOf(user))).status, 204);
    assert.equal((await manager.get(pathOf(user))).status, 404);
    const { body } = await user.get('/v1/me');
    assert.deepEqual(
      [body.email, body.member_of.map((one: { organization: { gid: string } }) => one.organization.gid)],
      [user.email, [studio.gid]],
    );
    assert.equal((await identity.state('membership', `${user.gid}/${bakery.gid}`))!.state, null);
    assert.ok((await identity.signInAs(user.email)).access_token, password);
  });

  test('403 for oneself, and for a manager who would end a manager’s membership; nothing ends', async () => {
    const [user, other] = [await identity.person({ memberOf: [bakery] }), await identity.user({ manages: [bakery], memberOf: [studio] })];
    for (const [caller, target] of [
      [user, user],
      [manager, manager],
      [manager, other],
    ] as const) {
      const { status, body } = await caller.delete(pathOf(target));
      assert.deepEqual([status, body.error.message], [403, 'Your are not authorized to delete user']);
    }
    assert.equal((await admin.get(pathOf(other))).body.member_of.length, 2);
  });
});

test("204: sessions beyond one request's limit, of a disabled or deleted user, end later and are refused before", async () => {
  const [disabled, deleted] = [await identity.person(), await identity.person()];
  for (const { gid } of [disabled, deleted])
    await query(
      `insert into session (gid, user_gid, application_gid, grant_type, created_at, ends_at)
       select ('00000000-0000-4000-8000-' || right(gen_random_uuid()::text, 12))::uuid, user_gid, application_gid, grant_type, created_at, ends_at
       from session, generate_series(1, 2500) where user_gid = $1`,
      [gid],
    );
  await identity.service.database.transactional(async (tx) => {
    // The sessions whose tokens are sent here have the greatest gids and do not end, as the ending job waits.
    const own = `select from session where user_gid = any($1) and gid > '01000000-0000-0000-0000-000000000000' for update`;
    assert.equal((await tx.query({ text: own, values: [[disabled.gid, deleted.gid]] })).length, 2);
    assert.equal((await admin.put(pathOf(disabled), { is_enabled: false })).status, 204);
    assert.equal((await admin.delete(pathOf(deleted))).status, 204);
    for (const person of [disabled, deleted]) assert.equal((await person.get('/v1/me')).status, 401);
  });
  const revoked =
    'select count(*)::int from revocation r join session s on s.gid = r.session_gid where user_gid = any($1) and revoked_at is not null';
  await eventually(async () => assert.deepEqual(await query(revoked, [[disabled.gid, deleted.gid]]), [{ count: 2 * 2501 }]));
});

test('400 for changes that would leave no admin, also if two admins remove each other at once', async () => {
  const only = await setUpIdentity();
  try {
    const [one, two] = [await only.person({ roles: ['admin'] }), await only.person({ roles: ['admin'] })];
    const answers = await Promise.all([one.put(pathOf(two), { roles: [] }), two.put(pathOf(one), { is_enabled: false })]);
    const [remainingAdmin, path] = answers[0].status === 204 ? [one, 'is_enabled'] : [two, 'roles'];
    assert.equal(answers.filter(({ status }) => status === 204).length, 1, JSON.stringify(answers.map(({ body }) => body)));
    for (const [answer, at] of [
      [await remainingAdmin.put(pathOf(remainingAdmin), { roles: ['user'] }), 'roles'],
      [await remainingAdmin.put(pathOf(remainingAdmin), { is_enabled: false }), 'is_enabled'],
      [await remainingAdmin.delete(pathOf(remainingAdmin)), 'gid'],
    ] as const) {
      assert.deepEqual(refusal(answer), [400, `${at}: last_admin`], path);
    }
  } finally {
    await only.stop();
  }
});
