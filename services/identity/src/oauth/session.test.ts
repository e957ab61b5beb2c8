import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { decryptWith, derivedKey } from '@partner-ordering/service';
import { decodeJwt } from 'jose';
import { sha256 } from '../domain/secret.ts';
import { removeSuccessors } from '../domain/session.ts';
import { sharedOAuth } from '../fixtures/oauth.ts';

const oauth = await sharedOAuth();
/** Lets the time end in which a used token gives the next one. */
const setBack = (used: string) =>
  oauth.database.query(sql`update refresh_token set used_at = used_at - interval '10 seconds' where hash = ${sha256(used)}`);

describe('sessions', () => {
  describe('refresh tokens', () => {
    test('200: each refresh token is used once and replaced; the session stays the same', async () => {
      const { client, signIn, refresh } = await oauth.partner();
      const first = await signIn();
      const second = await refresh(first.refresh_token);
      assert.equal(second.status, 200);
      assert.notEqual(second.body.refresh_token, first.refresh_token);
      assert.equal(decodeJwt(second.body.access_token).sid, decodeJwt(first.access_token).sid);
      assert.equal(decodeJwt(second.body.access_token).gty, 'password');
      assert.ok(client);
    });

    test('400 for reuse of a token whose successor was used, which ends the family and its access tokens', async () => {
      const { signIn, refresh, isActive } = await oauth.partner();
      const first = await signIn();
      const second = (await refresh(first.refresh_token)).body;
      const third = (await refresh(second.refresh_token)).body;
      assert.ok(await isActive(third.access_token));
      const before = (await oauth.server.revocationsAfter(0)).last;
      assert.deepEqual((await refresh(first.refresh_token)).body.error, 'invalid_grant');
      assert.equal((await refresh(third.refresh_token)).body.error, 'invalid_grant');
      assert.ok(!(await isActive(first.access_token)) && !(await isActive(third.access_token)));
      const { items } = await oauth.server.revocationsAfter(before);
      assert.ok(items.some(({ sid }) => sid === decodeJwt(first.access_token).sid));
    });

    test('polls for ended sessions at the same time share one read, later ones another', async () => {
      const poll = () => oauth.server.revocationsAfter(0);
      const [first, second] = await Promise.all([poll(), poll()]);
      assert.equal(first, second);
      assert.notEqual(await poll(), first);
    });

    test('200 for uses of one token at the same time and soon after, in any instance: the same next token, each with an access token', async () => {
      const { client, signIn, refresh, post, isActive, advanceMs } = await oauth.partner();
      const first = await signIn('base files');
      const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
      const other = oauth.anotherInstance();
      const use = (number: number) =>
        post('issueToken', client, form, { at: `198.51.100.${number}`, of: number % 2 ? other : oauth.server });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => use(number)));
      advanceMs(60_000);
      answers.push(await refresh(first.refresh_token, 'files'));
      const distinct = (read: (answer: (typeof answers)[number]) => unknown) => new Set(answers.map(read));
      assert.deepEqual([...distinct(({ status }) => status)], [200]);
      assert.deepEqual([...distinct(({ body }) => body.scope)], ['base files', 'files']);
      assert.deepEqual([distinct(({ body }) => body.refresh_token).size, distinct(({ body }) => body.access_token).size], [1, 21]);
      for (const { body } of answers) assert.ok(await isActive(body.access_token));
      assert.equal((await refresh(answers[0]!.body.refresh_token)).body.scope, 'base files');
    });

    test('400 for a late or superseded use; all tokens of the sign-in end, as by a revocation', async () => {
      const { client, signIn, refresh, post, isActive } = await oauth.partner();
      const endings: Record<string, (first: string, one: string) => Promise<readonly { status: number }[]>> = {
        'a use after the next was used': async (first, one) => [await refresh(one), await refresh(first)],
        'a later use': async (first) => [await refresh(first), (await setBack(first), await refresh(first))],
        'a revocation': async (first, one) => [await refresh(first), await post('revokeToken', client, { token: one })],
      };
      for (const [title, end] of Object.entries(endings)) {
        const first = await signIn();
        const one = (await refresh(first.refresh_token)).body;
        const answers = (await end(first.refresh_token, one.refresh_token)) as Awaited<ReturnType<typeof refresh>>[];
        assert.equal(answers.at(-1)!.status, title === 'a revocation' ? 200 : 400, title);
        const granted = [first, one, ...answers.map(({ body }) => body)];
        for (const text of granted.flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]))
          assert.ok(text === undefined || !(await isActive(text)), title);
      }
    });

    test('the database has no token that it can read, and forgets the next one when it is used or too late', async () => {
      const { signIn, refresh } = await oauth.partner();
      const first = await signIn();
      const kept = async () => {
        const sid = decodeJwt(first.access_token).sid as string;
        return oauth.database.query<{ hash: string; successor: string }>(
          sql`select hash, successor from refresh_token where session_gid = ${sid} and successor is not null`,
        );
      };
      const second = (await refresh(first.refresh_token)).body;
      const [row, ...more] = await kept();
      assert.deepEqual([row?.hash, more.length], [sha256(first.refresh_token), 0]);
      const readBy = (secret: string) =>
        decryptWith(derivedKey(secret, 'partner-ordering refresh token successor'), row!.successor, row!.hash);
      assert.equal(readBy(first.refresh_token), second.refresh_token);
      assert.throws(() => readBy(row!.hash));
      await removeSuccessors(oauth.database);
      assert.equal((await kept()).length, 1);
      await refresh(second.refresh_token);
      assert.deepEqual(
        (await kept()).map(({ hash }) => hash),
        [sha256(second.refresh_token)],
      );
      await setBack(second.refresh_token);
      await removeSuccessors(oauth.database);
      assert.deepEqual(await kept(), []);
    });

    test('400 for another use by a public application from another network, 200 from its own', async () => {
      const { publicClient, issueCode, redeem, post } = await oauth.partner();
      const clientFields = { client_id: publicClient.clientId };
      for (const [second, status] of [
        ['2001:db8:1:2::ff', 200],
        ['2001:db8:1:3::1', 400],
      ] as const) {
        const { body } = await redeem(await issueCode(['base'], publicClient), clientFields, null);
        const use = (at: string) =>
          post('issueToken', undefined, { ...clientFields, grant_type: 'refresh_token', refresh_token: body.refresh_token }, { at });
        const first = await use('2001:db8:1:2::1');
        assert.deepEqual([first.status, (await use(second)).status], [200, status], second);
      }
    });

    test('the scope may narrow and widen again up to the granted one; a refused scope does not use the token', async () => {
      const { signIn, refresh } = await oauth.partner();
      const first = await signIn('base files');
      assert.equal((await refresh(first.refresh_token, 'upload_files')).body.error, 'invalid_scope');
      const narrow = (await refresh(first.refresh_token, 'files')).body;
      assert.equal(narrow.scope, 'files');
      const repeated = (await refresh(narrow.refresh_token, 'files base files')).body;
      assert.equal(repeated.scope, 'files base');
      assert.equal((await refresh(repeated.refresh_token)).body.scope, 'base files');
    });

    test("400 for another client's refresh token, which stays valid for its own client", async () => {
      const { addSibling, signIn, refresh } = await oauth.partner();
      const { refresh_token: text } = await signIn();
      const sibling = await addSibling();
      for (let use = 0; use < 2; use += 1) {
        assert.equal((await refresh(text, '', sibling)).body.error, 'invalid_grant');
        assert.equal((await refresh(text)).status, 200);
      }
    });

    test('400 for a refresh token after 30 days, and once the user is disabled', async () => {
      const { signIn, refresh, user, advanceMs, setEnabled } = await oauth.partner();
      const [old, current] = [await signIn(), await signIn()];
      advanceMs(30 * 24 * 3600 * 1000);
      const late = await refresh(old.refresh_token);
      advanceMs(-30 * 24 * 3600 * 1000);
      assert.equal(late.body.error, 'invalid_grant');
      await setEnabled(user.gid, false);
      assert.equal((await refresh(current.refresh_token)).body.error, 'invalid_grant');
    });
  });

  describe('revokeToken and introspectToken', () => {
    test('a valid token of the client is described', async () => {
      const { client, user, signIn, post } = await oauth.partner();
      const token = await signIn();
      const { body } = await post('introspectToken', client, { token: token.access_token });
      const { exp, iat, ...rest } = body as unknown as { exp: number; iat: number };
      assert.equal(exp - iat, 3600);
      const names = { iss: 'https://orders.example', aud: 'partner-ordering', sub: user.gid, client_id: client.clientId };
      assert.deepEqual(rest, { active: true, scope: 'base', token_type: 'bearer', ...names });
      assert.equal((await post('introspectToken', client, { token: token.refresh_token })).body.token_type, 'refresh_token');
    });

    test('introspection waits for a running refresh and describes the token as used', async () => {
      const { signIn, isActive, useUpDuring } = await oauth.partner();
      const { access_token: access, refresh_token: text } = await signIn();
      assert.ok(await isActive(text));
      assert.equal(await useUpDuring(decodeJwt(access).sid as string, () => isActive(text)), false);
      assert.ok(await isActive(access));
    });

    test('200 for either kind of token: the whole session ends', async () => {
      const { client, signIn, post, isActive, refresh } = await oauth.partner();
      for (const kind of ['access_token', 'refresh_token'] as const) {
        const [ended, other] = [await signIn(), await signIn()];
        const { status, body, headers } = await post('revokeToken', client, { token: ended[kind], token_type_hint: 'nonsense' });
        assert.deepEqual([status, body, headers['Cache-Control']], [200, {}, 'no-store']);
        assert.ok(!(await isActive(ended.access_token)) && !(await isActive(ended.refresh_token)));
        assert.equal((await refresh(ended.refresh_token)).status, 400);
        assert.ok(await isActive(other.access_token));
      }
    });

    test("200 for an unknown and for another client's token, which change nothing; 400 without a token", async () => {
      const [own, other] = [await oauth.partner(), await oauth.partner()];
      const token = await own.signIn();
      for (const text of ['unknown', 'a.b.c', token.access_token, token.refresh_token]) {
        assert.equal((await other.post('revokeToken', other.client, { token: text })).status, 200);
        assert.deepEqual((await other.post('introspectToken', other.client, { token: text })).body, { active: false });
      }
      assert.ok(await own.isActive(token.access_token));
      assert.equal((await own.post('revokeToken', own.client, {})).body.error, 'invalid_request');
      assert.equal((await own.post('revokeToken', undefined, { token: 'x' })).status, 401);
    });

    test('a changed password ends the other sessions only', async () => {
      const { user, signIn, isActive, endSessions } = await oauth.partner();
      const [kept, ended] = [await signIn(), await signIn()];
      assert.equal(await endSessions(user.gid, decodeJwt(kept.access_token).sid as string), 1);
      assert.ok(await isActive(kept.access_token));
      assert.ok(!(await isActive(ended.access_token)) && !(await isActive(ended.refresh_token)));
    });

    test('while a removed scope has not ended the session yet, a refresh gives the remaining scopes; 400 invalid_scope for none', async () => {
      const { signIn, refresh, changeApplication } = await oauth.partner();
      const { refresh_token: text } = await signIn('base files');
      await changeApplication(sql`scopes = '{upload_files,files}'`);
      assert.equal((await refresh(text, 'base')).body.error, 'invalid_scope');
      const { body } = await refresh(text);
      assert.equal(body.scope, 'files');
      await changeApplication(sql`scopes = '{upload_files}'`);
      assert.equal((await refresh(body.refresh_token)).body.error, 'invalid_scope');
      await changeApplication(sql`scopes = '{base,files}'`);
      assert.equal((await refresh(body.refresh_token)).body.scope, 'base files');
    });

    test('400 for a sign-in that a change of the password overtakes: no session escapes the revocation', async () => {
      const { client, user, post, changePasswordDuring } = await oauth.partner();
      const credentials = { grant_type: 'password', username: user.email, password: 'demo-password' };
      const answer = await changePasswordDuring(user.gid, () => post('issueToken', client, credentials));
      assert.equal(answer.body.error, 'invalid_grant');
    });

    test('401 if the application loses a right during the request: no session begins with it', async () => {
      for (const change of [
        sql`grants = '{client_credentials}'`,
        sql`scopes = '{files}'`,
        sql`organizations = array[gen_random_uuid()::text]`,
      ]) {
        const { user, tryPassword, changeApplication } = await oauth.partner();
        for (let guess = 0; guess < 5; guess += 1) await tryPassword(user.email, 'wrong-password');
        oauth.whileDelayed(() => changeApplication(change));
        const { status, body } = await tryPassword(user.email, 'demo-password');
        assert.deepEqual([status, body.error], [401, 'invalid_client'], change.text);
      }
      for (const change of [sql`grants = '{password}'`, sql`technical_user = gen_random_uuid()`]) {
        const { client, technicalUser, post, changeApplication, changePasswordDuring } = await oauth.partner();
        const ask = () => post('issueToken', client, { grant_type: 'client_credentials' });
        const { status, body } = await changePasswordDuring(technicalUser, ask, () => changeApplication(change));
        assert.deepEqual([status, body.error], [401, 'invalid_client'], change.text);
      }
    });

    test('200 for a sign-in while the application is renamed; 400 if the needed membership ends during it', async () => {
      const { user, tryPassword, changeApplication, endMemberships } = await oauth.partner();
      for (let guess = 0; guess < 5; guess += 1) await tryPassword(user.email, 'wrong-password');
      oauth.whileDelayed(() => changeApplication(sql`name = 'Renamed', modified_at = now()`));
      assert.equal((await tryPassword(user.email, 'demo-password')).status, 200);
      for (let guess = 0; guess < 5; guess += 1) await tryPassword(user.email, 'wrong-password');
      oauth.whileDelayed(() => endMemberships(user.gid));
      assert.equal((await tryPassword(user.email, 'demo-password')).body.error, 'invalid_grant');
    });

    test('concurrent refreshes, replays, revocations and ends of sessions are either granted or refused', async () => {
      const { client, user, signIn, refresh, post, endSessions } = await oauth.partner();
      for (let round = 0; round < 3; round += 1) {
        const tokens = await Promise.all(Array.from({ length: 4 }, () => signIn()));
        const texts = tokens.map((token) => token.refresh_token);
        const everything = texts.flatMap((text) => [
          refresh(text),
          refresh(text),
          endSessions(user.gid).then(() => ({ status: 200 })),
          post('revokeToken', client, { token: text }),
        ]);
        const statuses = new Set((await Promise.all(everything)).map(({ status }) => status));
        assert.deepEqual(
          [...statuses].filter((status) => status !== 200 && status !== 400),
          [],
        );
      }
    });
  });
});
