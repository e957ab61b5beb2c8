import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusal, sharedIdentity, type Person } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const [bakery, studio] = [await identity.organization(), await identity.organization({ name: 'Studio' })];
const [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];

let counter = 0;
const bodyOf = (fields: object = {}) => ({ email: `new-${++counter}@example.com`, firstname: 'Nia', lastname: 'New', ...fields });
const membershipOf = (organization: { gid: string }, fields: object = {}) => ({ organization: { gid: organization.gid }, ...fields });

describe('createUser', () => {
  test('201 takes the mobile number under one of its names, and null under the other', async () => {
    const href = await admin.create('/v1/users', bodyOf({ mobile: null, mobile_phone: '2' }));
    assert.equal((await admin.get(href)).body.mobile, '2');
  });

  test('400 for names that are blank, have several lines, reversed text or a link', async () => {
    const blank = await admin.post('/v1/users', { ...bodyOf(), firstname: '\u200b' });
    assert.deepEqual(refusal(blank), [400, 'firstname: blank']);
    const answer = await admin.post('/v1/users', { ...bodyOf(), lastname: 'Reed\nYour account is closed' });
    assert.deepEqual(refusal(answer), [400, 'lastname: contains_control_characters']);
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
      const refused = await admin.post('/v1/users', { ...bodyOf(), firstname });
      assert.deepEqual(
        refusal(refused),
        [400, firstname.includes('\u202e') ? 'firstname: contains_control_characters' : 'firstname: contains_link'],
        firstname,
      );
    }
    for (const firstname of ['J. R.', 'J.R.', 'Jean-Luc', 'No. 5', 'Dr. Nia']) await admin.create('/v1/users', { ...bodyOf(), firstname });
  });

  test('403 for standard users, and for managers beyond their rights', async () => {
    const [user, both] = [await identity.person({ memberOf: [bakery] }), await identity.person({ manages: [bakery], memberOf: [studio] })];
    const tries: [Person, object][] = [
      [user, { member_of: [membershipOf(bakery)] }],
      [manager, {}],
      [manager, { member_of: [] }],
      [manager, { roles: ['user'], member_of: [membershipOf(bakery)] }],
      [manager, { member_of: [membershipOf(bakery, { is_manager: true })] }],
      [both, { member_of: [membershipOf(bakery), membershipOf(studio)] }],
    ];
    for (const [caller, fields] of tries) {
      const { status, body } = await caller.post('/v1/users', bodyOf(fields));
      assert.deepEqual([status, body.error.message], [403, 'Your are not authorized to create user'], JSON.stringify(fields));
    }
  });
});
