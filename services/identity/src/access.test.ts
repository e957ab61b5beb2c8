import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, lockIsAwaited, tokenIn } from '@partner-ordering/testing';
import { newGid } from '@partner-ordering/kernel';
import { lockApplication } from './domain/enabled-application.ts';
import { password, setUpIdentity, type IdentitySetUp } from './fixtures/test-identity.ts';
import { service as module } from './index.ts';

describe('commands on access', () => {
  let identity: IdentitySetUp;
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  const command = (name: string, ...args: string[]) => module.commands![name]!(identity.service, args, new Date(), {});
  const token = '/oauth2/token';

  type Client = IdentitySetUp['client'];
  interface Tokens {
    access_token: string;
    refresh_token: string;
  }

  const signInThrough = async (email: string, client: Client = identity.client): Promise<{ status: number; body: Tokens }> =>
    identity.form(token, { grant_type: 'password', username: email, password }, client);
  const statusOf = async (tokens: Tokens) => (await identity.bearer(tokens.access_token).get('/v1/organizations')).status;
  const refresh = async (tokens: Tokens, client: Client = identity.client) =>
    (await identity.form(token, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, client)).status;

  const askForAddress = async ({ access_token }: Tokens, email: string) =>
    assert.equal((await identity.bearer(access_token).put('/v1/me', { email, current_password: password })).status, 200);
  const pendingEmail = async (gid: string) => {
    const text = 'select pending_email from "user" where gid = $1';
    return (await identity.service.database.query<{ pending_email: string | null }>({ text, values: [gid] }))[0]!.pending_email;
  };

  /** Every service that polls refuses the token, and so does a refresh. */
  async function ends(tokens: Tokens, client: Client = identity.client, refusal = 400): Promise<void> {
    await eventually(async () => assert.equal(await statusOf(tokens), 401), { timeoutMs: 2_000 });
    assert.equal(await refresh(tokens, client), refusal);
  }

  describe('disable-user and enable-user', () => {
    test('the tokens of a disabled user end within 2 s, and nobody signs in as them until they are enabled', async () => {
      const [user, other] = [await identity.user(), await identity.user()];
      const [first, second, bystander] = [
        await signInThrough(user.email),
        await signInThrough(user.email),
        await signInThrough(other.email),
      ];
      assert.equal(await statusOf(first.body), 200);
      await askForAddress(first.body, `thief-${user.email}`);
      const restoring = tokenIn(await identity.mailTo(user.email, 'email_change_notice'));
      assert.equal(await command('disable-user', user.email.toUpperCase()), `${user.email} is disabled; 2 sessions ended`);
      assert.equal(await pendingEmail(user.gid), null);
      await ends(first.body);
      await ends(second.body);
      assert.equal((await signInThrough(user.email)).status, 400);
      assert.equal(await statusOf(bystander.body), 200);
      const state = await identity.state<{ is_enabled: boolean }>('principal', user.gid);
      assert.equal(state!.state!.is_enabled, false, 'other services are told');
      assert.ok(await identity.isModified('user', user.gid));

      assert.equal(await command('enable-user', user.gid), `${user.email} is enabled`);
      assert.equal((await signInThrough(user.email)).status, 200);
      // Until now the user was refused as disabled. Services may hear of the ended session only within the 2 s.
      await ends(first.body);
      assert.equal((await identity.anonymous.put(`/v1/p/email_restorations/${restoring}`, { password: 'zebra-lamp-42' })).status, 404);
    });

    test('a second disable-user changes nothing, and says when no admin is left', async () => {
      const admin = await identity.user({ roles: ['admin'] });
      const warned = `${admin.email} is disabled; 0 sessions ended\nNo admin is left: create-admin makes one`;
      assert.equal(await command('disable-user', admin.email), warned);
      assert.equal(await command('disable-user', admin.email), warned);
      await identity.user({ roles: ['admin'] });
      assert.equal(await command('disable-user', admin.email), `${admin.email} is disabled; 0 sessions ended`);
    });
  });

  describe('disable-application and enable-application', () => {
    test('a disabled application gets no token, the sessions through it end, and those through others go on', async () => {
      const user = await identity.user();
      const client = await identity.addApplication();
      const [applicationToken, otherToken] = [await signInThrough(user.email, client), await signInThrough(user.email)];
      assert.equal(await command('disable-application', client.clientId), `${client.clientId} is disabled; 1 session ended`);
      await ends(applicationToken.body, client, 401);
      const refused = await identity.form(token, { grant_type: 'password', username: user.email, password }, client);
      assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client']);
      assert.equal(await statusOf(otherToken.body), 200);
      assert.equal(await refresh(otherToken.body), 200);

      assert.equal(await command('enable-application', client.clientId), `${client.clientId} is enabled`);
      assert.equal((await signInThrough(user.email, client)).status, 200);
      assert.equal(await refresh(applicationToken.body, client), 400, 'what has ended stays so');
    });

    test('401 for a sign-in that disable-application overtakes: no session escapes it', async () => {
      const user = await identity.user();
      const { database } = identity.service;
      const signInAgain = (client: Client) => signInThrough(user.email, client);
      const refresh = (client: Client, refreshToken: string) =>
        identity.form(token, { grant_type: 'refresh_token', refresh_token: refreshToken }, client);
      for (const overtaken of [signInAgain, refresh]) {
        const client = await identity.addApplication();
        const { body } = await signInThrough(user.email, client);
        const { answer } = await database.transactional(async (tx) => {
          const [{ gid } = { gid: '' }] = await tx.query<{ gid: string }>({
            text: 'select gid from application where client_id = $1',
            values: [client.clientId],
          });
          await lockApplication(tx, gid);
          await tx.query({ text: 'update application set is_enabled = false where client_id = $1', values: [client.clientId] });
          const answer = overtaken(client, body.refresh_token);
          await lockIsAwaited(database.pool);
          return { answer };
        });
        assert.equal((await answer).status, 401);
        assert.equal(await command('disable-application', client.clientId), `${client.clientId} is disabled; 1 session ended`);
      }
    });
  });

  describe('end-sessions', () => {
    test('end-sessions also ends the unused codes of a user, of an application and of everybody', async () => {
      const [user, other] = [await identity.user(), await identity.user()];
      const client = await identity.addApplication();
      const code = async (user: { gid: string }, { clientId }: Client, redirectUri: string) => {
        const text = 'select gid from application where client_id = $1';
        const [application] = await identity.service.database.query<{ gid: string }>({ text, values: [clientId] });
        await identity.code({ applicationGid: application!.gid, userGid: user.gid, redirectUri });
      };
      const remaining = async () => {
        const text = 'select redirect_uri as name from authorization_code order by name';
        return (await identity.service.database.query<{ name: string }>({ text, values: [] })).map(({ name }) => name);
      };
      await code(user, identity.client, 'own');
      await code(other, client, 'through');
      await code(other, identity.client, 'others');
      await command('end-sessions', 'user', user.email);
      assert.deepEqual(await remaining(), ['others', 'through']);
      await command('end-sessions', 'application', client.clientId);
      assert.deepEqual(await remaining(), ['others']);
      await command('end-sessions', 'everybody');
      assert.deepEqual(await remaining(), []);
    });

    test('end-sessions ends tokens of a user, an application or everybody within 2 s; allowed users sign in again', async () => {
      const [user, other] = [await identity.user(), await identity.user()];
      const client = await identity.addApplication();
      const [own, applicationToken, others] = [
        await signInThrough(user.email),
        await signInThrough(other.email, client),
        await signInThrough(other.email),
      ];

      await askForAddress(own.body, `thief-${user.email}`);
      assert.equal(await command('end-sessions', 'user', user.email), `1 session of ${user.email} ended`);
      await ends(own.body);
      assert.equal(await pendingEmail(user.gid), null, 'whoever had the session keeps no link to another address');
      assert.deepEqual([await statusOf(applicationToken.body), await statusOf(others.body)], [200, 200]);

      assert.equal(await command('end-sessions', 'application', client.clientId), `1 session of ${client.clientId} ended`);
      await ends(applicationToken.body, client);
      assert.equal(await statusOf(others.body), 200);

      assert.match(await command('end-sessions', 'everybody'), /^\d+ sessions? of everybody ended$/);
      await ends(others.body);
      const again = await signInThrough(user.email);
      assert.equal(again.status, 200);
      assert.equal(await statusOf(again.body), 200);
      assert.equal(await command('end-sessions', 'everybody'), '1 session of everybody ended');
    });

    test('end-sessions ends any number of sessions once each, and all reach the services that poll', async () => {
      const user = await identity.user();
      const { database } = identity.service;
      await command('end-sessions', 'everybody');
      const last = (await (await identity.asService('ordering')).get('/internal/revocations?after=0')).body.last as number;
      await database.query({
        text: `insert into session select gen_random_uuid(), $1, (select min(gid::text)::uuid from application), 'password', now(), now() + interval '1 day', null
        from generate_series(1, 2500)`,
        values: [user.gid],
      });
      assert.equal(await command('end-sessions', 'user', user.gid), `2500 sessions of ${user.email} ended`);
      const ordering = await identity.asService('ordering');
      const revokedSessions = new Set<string>();
      for (let after = last; ;) {
        const { items, last: next } = (await ordering.get(`/internal/revocations?after=${after}`)).body as {
          items: { sid: string }[];
          last: number;
        };
        if (items.length === 0) break;
        items.forEach(({ sid }) => revokedSessions.add(sid));
        after = next;
      }
      assert.equal(revokedSessions.size, 2500);
    });
  });

  describe('application-addresses', () => {
    const wrongAt = async (email: string, client: Client, endUser: string) =>
      (
        await identity.form(token, { grant_type: 'password', username: email, password: 'wrong-password' }, client, {
          'x-forwarded-for': `${endUser}, 198.51.100.1`,
        })
      ).status;

    test('believed addresses close the account at the guessing address only; ignored addresses do not', async () => {
      const user = await identity.user();
      const client = await identity.addApplication();
      assert.equal(
        await command('application-addresses', client.clientId, 'believe'),
        `the addresses that ${client.clientId} passes on are believed`,
      );
      for (let count = 0; count < 5; count += 1) assert.equal(await wrongAt(user.email, client, '203.0.113.1'), 400);
      const two = [wrongAt(user.email, client, '203.0.113.1'), wrongAt(user.email, client, '203.0.113.1')];
      assert.deepEqual([await Promise.race(two), await wrongAt(user.email, client, '203.0.113.2')], [429, 400]);
      await Promise.all(two);
      assert.equal(
        await command('application-addresses', client.clientId, 'ignore'),
        `the addresses that ${client.clientId} passes on are ignored`,
      );
      assert.equal(await wrongAt(user.email, client, '203.0.113.1'), 400);
    });
  });

  describe('all commands on access', () => {
    test('--dry-run says what each command would do, and changes nothing', async () => {
      const user = await identity.user();
      const client = await identity.addApplication();
      const { body } = await signInThrough(user.email, client);
      const { clientId } = client;
      const [name, left] = [user.email, 'nothing was changed'];
      for (const [args, answer] of [
        [['disable-user', name], `${name} would be disabled and 1 session end; ${left}`],
        [['enable-user', name], `${name} would be enabled; ${left}`],
        [['disable-application', clientId], `${clientId} would be disabled and 1 session end; ${left}`],
        [['enable-application', clientId], `${clientId} would be enabled; ${left}`],
        [['end-sessions', 'user', user.gid], `1 session of ${name} would end; ${left}`],
        [['end-sessions', 'application', clientId], `1 session of ${clientId} would end; ${left}`],
        [['application-addresses', clientId, 'believe'], `the addresses that ${clientId} passes on would be believed; ${left}`],
      ] as const) {
        const [named, ...rest] = args;
        assert.equal(await command(named, ...rest, '--dry-run'), answer);
        assert.equal(await command(named, '--dry-run', ...rest), answer);
      }
      assert.match(
        await command('end-sessions', 'everybody', '--dry-run'),
        /^[1-9]\d* sessions? of everybody would end; nothing was changed$/,
      );
      assert.equal(await refresh(body, client), 200);
      assert.equal(await identity.isModified('user', user.gid), false);
    });

    test('unknown names and wrong arguments are refused in one line', async () => {
      const unknownUser = newGid();
      for (const args of [['disable-user'], ['enable-user'], ['end-sessions', 'user']])
        for (const name of ['nobody@example.com', unknownUser, "' or true --"])
          await assert.rejects(command(args[0]!, ...args.slice(1), name), {
            message: `there is no user with the email address or gid ${name}`,
          });
      for (const [name, ...rest] of [
        ['disable-application', 'nobody'],
        ['enable-application', 'nobody'],
        ['end-sessions', 'application', 'nobody'],
        ['application-addresses', 'nobody', 'believe'],
      ] as const) {
        const refused = command(name, ...rest);
        await assert.rejects(refused, /^Error: there is no application with the client id nobody; there is [^\n]+$/);
      }
      for (const [args, message] of [
        [['disable-user'], 'an email address or gid, and --dry-run'],
        [['disable-user', ''], 'an email address or gid, and --dry-run'],
        [['enable-user', 'a', 'b'], 'an email address or gid, and --dry-run'],
        [['disable-application', 'a', '--now'], 'a client id, and --dry-run'],
        [['end-sessions'], 'user <email or gid>, application <client id> or everybody, and --dry-run'],
        [['end-sessions', 'all', 'of'], 'user <email or gid>, application <client id> or everybody, and --dry-run'],
        [['end-sessions', 'everybody', 'else'], 'user <email or gid>, application <client id> or everybody, and --dry-run'],
        [['application-addresses', 'a', 'maybe'], 'a client id, and believe or ignore'],
      ] as const) {
        const [named, ...rest] = args;
        await assert.rejects(command(named, ...rest), { message: `it takes ${message}` });
      }
    });
  });
});
