import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Application, newSecret, SECRET_GRACE_MS } from './application.ts';

const now = new Date('2026-03-01T12:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const register = (organizations: string[] = []) =>
  Application.register({ clientId: 'app', name: 'App', grants: ['password'], organizations }, now);

describe('Application', () => {
  test('a new secret has 256 bits and is not kept', () => {
    const { application, secret } = register();
    assert.equal(Buffer.from(secret, 'base64url').length, 32);
    assert.ok(!JSON.stringify(application.secrets).includes(secret));
    assert.ok(application.hasSecret(secret, now));
    assert.ok(!application.hasSecret(newSecret(), now));
    assert.ok(!application.hasSecret('', now));
  });

  test('a rotation leaves the old secret valid for the grace time, and only the newest old one', () => {
    const { application, secret: first } = register();
    const second = application.rotateSecret(now);
    assert.ok(application.hasSecret(first, after(SECRET_GRACE_MS - 1)) && application.hasSecret(second, now));
    assert.ok(!application.hasSecret(first, after(SECRET_GRACE_MS)));
    const third = application.rotateSecret(after(1000));
    assert.ok(!application.hasSecret(first, after(1000)));
    assert.ok(application.hasSecret(second, after(1000)) && application.hasSecret(third, after(1000)));
  });

  test('it admits members of its organizations, or everybody when it has none', () => {
    assert.ok(register().application.admits([]));
    assert.ok(register(['bakery', 'studio']).application.admits(['studio']));
    assert.ok(!register(['bakery']).application.admits(['studio']));
    assert.ok(!register(['bakery']).application.admits([]));
  });
});
