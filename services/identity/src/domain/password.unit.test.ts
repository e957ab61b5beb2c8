import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { describe, test } from 'node:test';
import { passwordDetail } from './password-rules.ts';
import { hashPassword, passwordMatches } from './password.ts';

const codeOf = async (password: string, email: string) => (await passwordDetail(password, email))?.code;

describe('password', () => {
  test('a password is stored as argon2id and matches only itself', async () => {
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

  test('a missing account costs as many hashes as a wrong password', async () => {
    await passwordMatches('', null);
    const hash = await hashPassword('demo-password');
    /** Counts requests from the main thread; both verify a hash of the same cost. */
    const tasks = async (stored: string | null) => {
      let count = 0;
      const hook = createHook({ init: (_id, type) => void (type === 'PROMISE' || (count += 1)) }).enable();
      await passwordMatches('wrong', stored);
      hook.disable();
      return count;
    };
    assert.equal(await tasks(hash), 1);
    assert.equal(await tasks(null), 1);
  });

  test('a password has 10 to 200 characters', async () => {
    const isAcceptable = async (password: string) => (await passwordDetail(password, 'zoe@example.com')) === undefined;
    assert.deepEqual([await isAcceptable('zebra-lam'), await isAcceptable('zebra-lamp')], [false, true]);
    assert.deepEqual([await isAcceptable('😀'.repeat(200)), await isAcceptable('😀'.repeat(201))], [true, false]);
  });

  test('the most common passwords are refused, in capitals too', async () => {
    for (const password of ['password123', 'PassWord123', '1q2w3e4r5t', 'qwertyuiop'])
      assert.equal(await codeOf(password, 'zoe@example.com'), 'common_password', password);
    assert.equal(await codeOf('password123, zebra', 'zoe@example.com'), undefined);
  });

  test('a password that contains the email address, or its part before the @ unless that is short, is refused', async () => {
    assert.equal(await codeOf('my Robin@Example.com!', 'robin@example.com'), 'contains_email');
    assert.equal(await codeOf('my-ROBIN-2026', 'robin@example.com'), 'contains_email');
    assert.equal(await codeOf('my-rob-in-2026', 'robin@example.com'), undefined);
    assert.equal(await codeOf('my-zoe-in-2026', 'zoe@example.com'), undefined);
  });
});
