import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

describe('jobs of identity', () => {
  let identity: IdentitySetUp;
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  const rows = <Row>(text: string) => identity.service.database.query<Row>({ text, values: [] });

  test('ended sessions are removed with their refresh tokens, the others stay', async () => {
    const [gone, kept] = [await identity.person(), await identity.person()];
    const owners = () =>
      rows<{ user_gid: string }>('select distinct user_gid from session join refresh_token on session_gid = session.gid order by user_gid');
    assert.equal((await owners()).length, 2);
    await identity.service.database.query({
      text: `update session set ends_at = now() - interval '1 day' where user_gid = $1`,
      values: [gone.gid],
    });
    await identity.runJob('remove_ended_sessions');
    assert.deepEqual(await owners(), [{ user_gid: kept.gid }]);
  });

  test('unused codes are removed once they have expired, used ones a day later', async () => {
    const [{ gid: applicationGid }] = (await rows<{ gid: string }>('select gid from application')) as [{ gid: string }];
    const { gid: userGid } = await identity.user();
    for (const redirectUri of ['used', 'long used', 'unused', 'new']) await identity.code({ applicationGid, userGid, redirectUri });
    await rows(`update authorization_code set session_gid = user_gid where redirect_uri like '%used' and redirect_uri <> 'unused'`);
    await rows(`update authorization_code set expires_at = now() - interval '23 hours' where redirect_uri <> 'new'`);
    await rows(`update authorization_code set expires_at = now() - interval '25 hours' where redirect_uri = 'long used'`);
    await identity.runJob('remove_ended_sessions');
    assert.deepEqual(await rows('select redirect_uri from authorization_code order by 1'), [
      { redirect_uri: 'new' },
      { redirect_uri: 'used' },
    ]);
  });

  test('ended browser sessions are removed', async () => {
    await rows(`insert into browser_session (hash, user_gid, ends_at, used_at)
      select name, gen_random_uuid(), now() + lasts, now() - unused
      from (values ('old', interval '-1 second', interval '0'), ('idle', '1 hour', '2 hours'), ('new', '1 minute', '1 hour'))
        as given (name, lasts, unused)`);
    await identity.runJob('remove_ended_sessions');
    assert.deepEqual(await rows('select hash from browser_session'), [{ hash: 'new' }]);
  });

  test('counts of wrong passwords are removed when their time is over', async () => {
    await identity.signInAs('old@example.com');
    await rows(`update rate_limit set expire = expire - 900000`);
    await identity.signInAs('young@example.com');
    await identity.runJob('remove_old_rate_limits');
    const left = await rows<{ kind: string }>(`select split_part(key, ':', 1) as kind from rate_limit order by 1`);
    assert.deepEqual(
      left.map(({ kind }) => kind),
      ['account', 'pair'],
    );
  });

  test('tokens of mails are removed five days after they have expired', async () => {
    await rows(`insert into mail_token select gen_random_uuid(), 'password', gen_random_uuid(), name, '{}', now() + lasts, null
      from (values ('expired', interval '-121 hours'), ('sent', '-119 hours'), ('open', '1 day')) as given (name, lasts)`);
    await identity.runJob('remove_old_mail_tokens');
    assert.deepEqual(await rows('select address from mail_token order by 1'), [{ address: 'open' }, { address: 'sent' }]);
  });

  test('invitations are removed 30 days after they have expired', async () => {
    const [admin, organization] = [await identity.person({ roles: ['admin'] }), await identity.organization()];
    for (const days of ['0', '29', '31']) {
      const href = await admin.create('/v1/invitations', { email: `${days}@example.com`, organization: { gid: organization.gid } });
      if (days !== '0')
        await rows(`update invitation set expires_at = now() - interval '${days} days' where gid = '${href.split('/').at(-1)}'`);
    }
    await identity.runJob('remove_expired_invitations');
    const { body } = await admin.get('/v1/invitations', { parameters: { orderBy: 'created_at', sort: 'asc' } });
    assert.deepEqual(
      body.items.map(({ email }: { email: string }) => email),
      ['0@example.com', '29@example.com'],
    );
  });

  test('all jobs are on a schedule', async () => {
    const scheduled = await rows<{ name: string }>(`select name from job_schedule where name like 'remove%' order by name`);
    assert.deepEqual(
      scheduled.map(({ name }) => name),
      ['remove_ended_sessions', 'remove_expired_invitations', 'remove_old_mail_tokens', 'remove_old_rate_limits', 'remove_successors'],
    );
  });

  test('the numbers of kept rows are checked', async () => {
    const by = (number: number) => rows(`update kept_count set number = number + ${number} where counted = 'user' and part = 1`);
    await identity.runJob('check_integrity');
    await by(1);
    assert.deepEqual(
      (await identity.service.checkIntegrity()).map(({ rule }) => rule),
      ['user_count'],
    );
    await by(-1);
    await identity.runJob('check_integrity');
  });
});
