import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

describe('what identity does each hour', () => {
  let identity: IdentitySetUp;
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  const rows = <Row>(text: string) => identity.service.database.query<Row>({ text, values: [] });

  test('ended sessions go with their refresh tokens, the others stay', async () => {
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

  test('wrong passwords are forgotten after a day', async () => {
    for (const email of ['old@example.com', 'young@example.com']) await identity.signInAs(email);
    const counted = () => rows('select from sign_in_attempt');
    assert.equal((await counted()).length, 2);
    await rows(
      `update sign_in_attempt set failed_at = failed_at - interval '25 hours' where ctid = (select min(ctid) from sign_in_attempt)`,
    );
    await identity.runJob('remove_old_sign_in_attempts');
    assert.equal((await counted()).length, 1);
  });

  test('both are on a schedule', async () => {
    const scheduled = await rows<{ name: string }>(`select name from job_schedule where name like 'remove%' order by name`);
    assert.deepEqual(scheduled.map(({ name }) => name), ['remove_ended_sessions', 'remove_old_sign_in_attempts']); // prettier-ignore
  });
});
