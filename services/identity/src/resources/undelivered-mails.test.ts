import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Undeliverable } from '@partner-ordering/mail';
import { eventually } from '@partner-ordering/testing';
import { setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

describe('undelivered mails', () => {
  let identity: IdentitySetUp;
  let admin: Person;
  before(async () => {
    identity = await setUpIdentity();
    admin = await identity.person({ roles: ['admin'] });
  });
  after(() => identity.stop());

  const listed = async () => (await admin.get('/v1/undelivered_mails')).body.items as Record<string, unknown>[];

  test('a mail that the mail server refuses for good is shown to admins until it is caused again', async () => {
    const { email } = await identity.user();
    identity.refuseMails(new Undeliverable('550 no such mailbox'));
    await identity.anonymous.post('/v1/p/password_resets', { email });
    const [mail] = await eventually(async () => {
      const items = await listed();
      return items.length === 1 && items;
    });
    const { gid, created_at, modified_at, href, ...rest } = mail!;
    assert.deepEqual(rest, { kind: 'password_reset', to: email, reason: '550 no such mailbox', attempts: 1 });
    assert.deepEqual((await admin.get(href as string)).body, mail);
    assert.ok(gid && created_at && modified_at);
    const parameters = { query: ['kind', '==', 'password_reset'] };
    assert.equal((await admin.get('/v1/undelivered_mails', { parameters })).body.total_count, 1);

    identity.refuseMails(undefined);
    await identity.anonymous.post('/v1/p/password_resets', { email });
    await identity.mailTo(email, 'password_reset');
    await eventually(async () => assert.deepEqual(await listed(), []));
    assert.equal((await admin.get(href as string)).status, 404);
  });

  test('a mail that is tried again is not an undelivered mail', async () => {
    const { email } = await identity.user();
    identity.refuseMails(new Error('connect ECONNREFUSED'));
    await identity.anonymous.post('/v1/p/password_resets', { email });
    await eventually(async () => {
      const text = `select from job where name = 'mail_password_reset' and last_error is not null`;
      return (await identity.service.database.query({ text, values: [] })).length === 1;
    });
    assert.deepEqual(await listed(), []);
    identity.refuseMails(undefined);
    await identity.mailTo(email, 'password_reset');
  });
});
