import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { createAdmin } from './create-admin.ts';
import { setUpIdentity, sharedIdentity } from './fixtures/test-identity.ts';

let secret: string;
const identity = await sharedIdentity();

const create = async (...args: string[]): Promise<Record<string, string>> =>
  JSON.parse(await createAdmin(identity.service, args, new Date())) as Record<string, string>;

async function signIn({ username, password, client_id: clientId }: Record<string, string>) {
  const form = { grant_type: 'password', username: username!, password: password! };
  const { body } = await identity.form('/oauth2/token', form, { clientId: clientId!, secret });
  return identity.bearer(body.access_token);
}

test("the first admin signs in with the printed credentials, and has an admin's rights", async () => {
  const printed = await create('ada@example.org', 'Ada', 'Admin');
  assert.deepEqual(Object.keys(printed), ['username', 'password', 'client_id', 'client_secret']);
  secret = printed['client_secret']!;
  const admin = await signIn(printed);
  assert.deepEqual((await admin.get('/v1/me')).body.roles, ['user', 'admin']);
  await admin.create('/v1/organizations', { name: 'The first' });
});

test('a second admin signs in through the same application, whose secret is not shown again', async () => {
  const printed = await create('ben@example.org', 'Ben', 'Admin');
  assert.deepEqual(Object.keys(printed), ['username', 'password', 'client_id']);
  assert.deepEqual((await (await signIn(printed)).get('/v1/me')).body.roles, ['user', 'admin']);
});

test('an address that has an account, in whatever case, is refused', () =>
  assert.rejects(create('ADA@example.org', 'Ada', 'Again'), /^Error: ADA@example.org has an account already$/));

test('given credentials are accepted and not printed; given again, they change nothing', async () => {
  const fresh = await setUpIdentity();
  try {
    const environment = { ADMIN_PASSWORD: 'a password from a Secret', ADMIN_CLIENT_SECRET: '8c41f09be7a2d53e86b90fd14a7c3e25' };
    const make = () => createAdmin(fresh.service, ['eve@example.org', 'Eve', 'Admin'], new Date(), environment);
    assert.deepEqual(JSON.parse(await make()), { username: 'eve@example.org', client_id: 'administration' });
    assert.equal(await make(), 'eve@example.org has an account already; nothing was changed');
    const form = { grant_type: 'password', username: 'eve@example.org', password: environment.ADMIN_PASSWORD };
    const { status } = await fresh.form('/oauth2/token', form, { clientId: 'administration', secret: environment.ADMIN_CLIENT_SECRET });
    assert.equal(status, 200);
  } finally {
    await fresh.stop();
  }
});

test('--first creates no admin where there ever was one, even a deleted one', async () => {
  const fresh = await setUpIdentity();
  try {
    const make = (email: string) =>
      createAdmin(fresh.service, [email, 'Eve', 'Admin', '--first'], new Date(), { ADMIN_PASSWORD: 'a password from a Secret' });
    assert.equal((JSON.parse(await make('eve@example.org')) as { username: string }).username, 'eve@example.org');
    await fresh.service.database.query(sql`delete from "user" where email = 'eve@example.org'`);
    assert.equal(await make('eve@example.org'), 'an admin was made before; nothing was changed');
    await fresh.service.database.query(sql`delete from application`);
    await createAdmin(fresh.service, ['ben@example.org', 'Ben', 'Admin'], new Date());
    assert.equal(await make('eve@example.org'), 'an admin was made before; nothing was changed');
  } finally {
    await fresh.stop();
  }
});

test('any arguments but an address and two names are refused', async () => {
  for (const args of [
    [],
    ['ada'],
    ['eve@example.org', 'Eve'],
    ['eve@example.org', 'Eve', 'A.', 'B.'],
    ['eve@example.org', 'Eve', '--first'],
  ])
    await assert.rejects(create(...args), /^Error: it takes an email address, a first name and a last name$/);
});
