import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutUser } from './erase-user.ts';

const erased = { firstname: 'Deleted', lastname: 'User', email: 'u1@deleted.invalid' };

describe('withoutUser', () => {
  test('shows the user as erased wherever they stand, and leaves the rest as it is', () => {
    const person = {
      gid: 'u1',
      href: '/v1/users/u1',
      firstname: 'Robin',
      lastname: 'Reed',
      email: 'robin@example.com',
      avatar: { gid: 'f' },
    };
    const event = { id: 'e', data: { project: { gid: 'p', owner: person, people: [{ ...person, gid: 'u2' }, { share: person }] } } };
    const gone = { ...person, ...erased, avatar: null };
    const expected = { id: 'e', data: { project: { gid: 'p', owner: gone, people: [{ ...person, gid: 'u2' }, { share: gone }] } } };
    assert.equal(withoutUser(JSON.stringify(event), 'u1', erased), JSON.stringify(expected));
  });

  test('changes nothing where the user is only named, or shown as erased already', () => {
    for (const data of [{ user: { gid: 'u1', href: '/v1/users/u1' } }, { user: { gid: 'u1', ...erased, avatar: null } }, { actor: 'u1' }])
      assert.equal(withoutUser(JSON.stringify(data), 'u1', erased), undefined);
  });
});
