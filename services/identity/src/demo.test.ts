import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { seedDemo } from './demo.ts';
import { password, setUpIdentity, type IdentitySetUp } from './fixtures/test-identity.ts';

describe('the demo data', () => {
  let identity: IdentitySetUp;
  before(async () => {
    identity = await setUpIdentity();
  });
  after(() => identity.stop());

  const application = { clientId: 'demo-app', secret: 'demo-secret' };

  test('the demo people sign in with the demo application; a second start changes nothing', async () => {
    const gids = await seedDemo(identity.service, new Date());
    const published = () =>
      identity.service.database.query({ text: 'select max(version) as version, count(*) from shared_state', values: [] });
    const before = await published();
    assert.deepEqual(await seedDemo(identity.service, new Date()), gids);
    assert.deepEqual(await published(), before);

    const emails = ['admin', 'manager', 'user', 'colleague'].map((name) => `${name}@example.com`);
    const people = await Promise.all(
      [...emails, 'manager@other.example.com', 'user@other.example.com'].map(async (username) => {
        const { status, body } = await identity.form('/oauth2/token', { grant_type: 'password', username, password }, application);
        assert.equal(status, 200, username);
        return (await identity.bearer(body.access_token).get('/v1/me')).body;
      }),
    );
    const shown = people.map(({ roles, member_of: of }) => [
      roles,
      of.map((one: Record<string, Record<string, unknown>>) => [one['organization']!['name'], one['is_manager'], one['monthly_budget']]),
    ]);
    const [bakery, studio] = ['Harbour Bakery', 'Northlight Studio'];
    assert.deepEqual(shown, [
      [['user', 'admin'], []],
      [['user'], [[bakery, true, null]]],
      [['user'], [[bakery, false, null]]],
      [['user'], [[bakery, false, null]]],
      [['user'], [[studio, true, null]]],
      [['user'], [[studio, false, null]]],
    ]);
  });
});
