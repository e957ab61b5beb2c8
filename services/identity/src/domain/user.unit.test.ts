import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installer } from '@partner-ordering/kernel';
import { hashPassword, passwordMatches } from './password.ts';
import { User } from './user.ts';

const names = { email: 'robin@example.com', firstname: 'Robin', lastname: 'Reed' };
const create = (given: object = {}) => User.create(installer, { ...names, ...given }, new Date());

describe('User', () => {
  test('everybody has the role `user`, once', () => {
    assert.deepEqual(create().roles, ['user']);
    assert.deepEqual(create({ roles: ['admin', 'user'] }).roles, ['user', 'admin']);
  });

  test('nobody can sign in before a password is set', async () => {
    const user = create();
    assert.equal(await passwordMatches('', user.passwordHash), false);
    user.setPassword(await hashPassword('a long password'));
    assert.equal(await passwordMatches('a long password', user.passwordHash), true);
  });
});
