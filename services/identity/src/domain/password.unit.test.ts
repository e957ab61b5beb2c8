import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashPassword, isAcceptablePassword, passwordMatches, warmPasswords } from './password.ts';

describe('password', () => {
  test('it is stored as argon2id and matches itself only', async () => {
    const hash = await hashPassword('demo-password');
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(await passwordMatches('demo-password', hash));
    assert.ok(!(await passwordMatches('Demo-password', hash)));
  });

  test('the two ways of writing an accent are one password', async () => {
    assert.ok(await passwordMatches('caf\u00e9 au lait', await hashPassword('cafe\u0301 au lait')));
  });

  test('nothing matches an account without a password, not even the decoy', async () => {
    assert.ok(!(await passwordMatches('a password that nobody has', null)));
  });

  test('a missing account costs as much as a wrong password', async () => {
    await warmPasswords();
    const hash = await hashPassword('demo-password');
    // Processor time: other programs do not count in it.
    const cost = async (stored: string | null) => {
      const start = process.cpuUsage();
      for (let i = 0; i < 3; i += 1) await passwordMatches('wrong', stored);
      return process.cpuUsage(start).user;
    };
    const ratio = (await cost(null)) / (await cost(hash));
    assert.ok(ratio > 0.3 && ratio < 3, `ratio ${ratio}`);
  });

  test('10 to 200 characters may be chosen', () => {
    assert.ok(!isAcceptablePassword('x'.repeat(9)) && isAcceptablePassword('x'.repeat(10)));
    assert.ok(isAcceptablePassword('😀'.repeat(200)) && !isAcceptablePassword('x'.repeat(201)));
  });
});
