import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gidOf } from '@partner-ordering/testing';
import { sharedIdentity, type Person } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
const [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];

let counter = 0;
const given = (more: object = {}) => ({ email: `new-${++counter}@example.com`, firstname: 'Nia', lastname: 'New', ...more });
const membershipOf = (organization: { gid: string }, more: object = {}) => ({ organization: { gid: organization.gid }, ...more });
const paths = (body: { error: { details: { path: string }[] } }) => body.error.details.map(({ path }) => path).toSorted();

describe('createUser', () => {
  test('201 takes the mobile number under one of its names, with null for the other', async () => {
    const href = await admin.create('/v1/users', given({ mobile: null, mobile_phone: '2' }));
    assert.equal((await admin.get(href)).body.mobile, '2');
  });

  test('201 names the path of the new user, who belongs where the request says', async () => {
    const member_of = [
      membershipOf(bakery, { monthly_budget: { amount: 99.99, currency: 'EUR' }, is_manager: true }),
      membershipOf(studio),
    ];
    const href = await admin.create(
      '/v1/users',
      given({ locale: 'fr_FR', phone: '1', mobile: '2', mobile_phone: '2', roles: ['customer'], member_of }),
    );
    const { body } = await admin.get(href);

    assert.deepEqual([body.locale, body.phone, body.mobile, body.mobile_phone], ['fr_FR', '1', '2', '2']);
    assert.deepEqual(body.roles, ['user', 'customer']);
    const shown = body.member_of.map((one: Record<string, { gid: string }>) => [
      one['organization']!.gid,
      one['monthly_budget'],
      one['is_manager'],
    ]);
    assert.deepEqual(shown, [
      [bakery.gid, { amount: 99.99, currency: 'EUR' }, true],
      [studio.gid, null, false],
    ]);
    const principal = await identity.state('principal', gidOf(href));
    const memberships = [
      { organization: bakery.gid, is_manager: true },
      { organization: studio.gid, is_manager: false },
    ];
    assert.deepEqual(principal!.state, { gid: gidOf(href), roles: ['user', 'customer'], is_enabled: true, memberships });
    const { state } = (await identity.state('membership', `${gidOf(href)}/${bakery.gid}`))!;
    assert.deepEqual((state as Record<string, unknown>)['monthly_budget'], { amount_minor: 9999, currency: 'EUR' });
    assert.equal(((await identity.state('user', gidOf(href)))!.state as Record<string, unknown>)['locale'], 'fr_FR');
  });

  test('201 for a manager, in the organizations they manage', async () => {
    const href = await manager.create('/v1/users', given({ member_of: [membershipOf(bakery, { is_manager: false })] }));

    assert.equal((await manager.get(href)).body.member_of.length, 1);
  });

  test('400 for names that are blank, more than a line, turned around or a link', async () => {
    const { status, body } = await admin.post('/v1/users', { ...given(), firstname: '\u200b', lastname: 'Reed\nYour account is closed' });
    const details = [
      { path: 'firstname', message: 'must not be blank' },
      { path: 'lastname', message: 'must not contain line breaks or other control characters' },
    ];
    assert.deepEqual([status, body.error.details], [400, details]);
    for (const firstname of [
      'Win at https://evil.example',
      'www.evil.example',
      'Nia\u202e',
      '5.evil.com/now',
      'cafe\u0301.com',
      'evil\uff0ecom',
      'evil\u200b.com',
      '185.1.2.3/pay',
    ]) {
      const answer = await admin.post('/v1/users', { ...given(), firstname });
      assert.deepEqual([answer.status, answer.body.error.details[0].path], [400, 'firstname'], firstname);
    }
    for (const firstname of ['J. R.', 'J.R.', 'Jean-Luc', 'No. 5', 'Dr. Nia']) await admin.create('/v1/users', { ...given(), firstname });
  });

  test('400 for an e-mail address that has an account, whatever its case', async () => {
    const first = given();
    await admin.create('/v1/users', first);
    const { status, body } = await admin.post('/v1/users', given({ email: first.email.toUpperCase() }));

    assert.equal(status, 400);
    assert.deepEqual(body.error.details, [{ path: 'email', message: 'already has an account' }]);
  });

  const refused: [string, () => object, string][] = [
    ['two mobile numbers', () => ({ mobile: '1', mobile_phone: '2' }), 'mobile'],
    ['an organization named twice', () => ({ member_of: [membershipOf(bakery), membershipOf(bakery)] }), 'member_of.1.organization'],
    ['an unknown organization', () => ({ member_of: [membershipOf(bakery), membershipOf(admin)] }), 'member_of.1.organization'],
    ['an organization in capitals', () => ({ member_of: [membershipOf({ gid: bakery.gid.toUpperCase() })] }), 'member_of.0.organization'],
    ['a malformed organization', () => ({ member_of: [membershipOf({ gid: "' or 1=1" })] }), 'member_of.0.organization'],
    [
      'an unknown currency',
      () => ({ member_of: [membershipOf(bakery, { monthly_budget: { amount: 1, currency: 'QQQ' } })] }),
      'member_of.0.monthly_budget.currency',
    ],
    [
      'too many decimals',
      () => ({ member_of: [membershipOf(bakery, { monthly_budget: { amount: 1.5, currency: 'JPY' } })] }),
      'member_of.0.monthly_budget.amount',
    ],
  ];
  for (const [name, more, path] of refused) {
    test(`400 for ${name}, and nothing is created`, async () => {
      const body = given(more());
      const answer = await admin.post('/v1/users', body);
      assert.deepEqual([answer.status, paths(answer.body)], [400, [path]]);
      assert.equal((await admin.post('/v1/users', { ...given(), email: body.email })).status, 201);
    });
  }

  test('403 for standard users, and for what managers may not', async () => {
    const [user, both] = [await identity.person({ memberOf: [bakery] }), await identity.person({ manages: [bakery], memberOf: [studio] })];
    const tries: [Person, object][] = [
      [user, { member_of: [membershipOf(bakery)] }],
      [manager, {}],
      [manager, { member_of: [] }],
      [manager, { roles: ['user'], member_of: [membershipOf(bakery)] }],
      [manager, { member_of: [membershipOf(bakery, { is_manager: true })] }],
      [both, { member_of: [membershipOf(bakery), membershipOf(studio)] }],
    ];
    for (const [who, more] of tries) {
      const { status, body } = await who.post('/v1/users', given(more));
      assert.deepEqual([status, body.error.message], [403, 'Your are not authorized to create user'], JSON.stringify(more));
    }
  });

  test('400 for an organization that the manager does not see: it might as well not exist', async () => {
    const unseen = await manager.post('/v1/users', given({ member_of: [membershipOf(bakery), membershipOf(studio)] }));
    const unknown = await manager.post('/v1/users', given({ member_of: [membershipOf(bakery), membershipOf(admin)] }));

    assert.equal(unseen.status, 400);
    assert.deepEqual(unseen.body, unknown.body);
  });
});
