import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Application, newSecret } from './application.ts';

const now = new Date('2026-03-01T12:00:00Z');
const GRACE_MS = 7 * 24 * 3600 * 1000;
const after = (ms: number) => new Date(now.getTime() + ms);
const register = () => Application.register({ clientId: 'app', name: 'App', grants: ['password'], organizations: [] }, now);

describe('Application', () => {
  test('a new secret has 256 bits and is not kept', () => {
    const { application, secret } = register();
    assert.equal(Buffer.from(secret, 'base64url').length, 32);
    assert.ok(!JSON.stringify(application.secrets).includes(secret));
    assert.ok(application.hasSecret(secret, now));
    assert.ok(!application.hasSecret(newSecret(), now));
    assert.ok(!application.hasSecret('', now));
  });

  test('a rotation leaves the old secret valid for the chosen time, and only the newest old one', () => {
    const { application, secret: first } = register();
    const { secret: second, previousUntil } = application.rotateSecret(now, GRACE_MS);
    assert.deepEqual(previousUntil, after(GRACE_MS));
    assert.ok(application.hasSecret(first, after(GRACE_MS - 1)) && application.hasSecret(second, now));
    assert.ok(!application.hasSecret(first, after(GRACE_MS)));
    const { secret: third } = application.rotateSecret(after(1000), GRACE_MS);
    assert.ok(!application.hasSecret(first, after(1000)));
    assert.ok(application.hasSecret(second, after(1000)) && application.hasSecret(third, after(1000)));
  });
});
