import assert from 'node:assert/strict';
import { dataMigrations, newGid, openDatabase, sql } from '@partner-ordering/data';
import type { Database } from '@partner-ordering/data';
import { eventually, testDatabase } from '@partner-ordering/testing';
import { Application, ApplicationSchema } from '../domain/application.ts';
import type { Grant } from '../domain/application.ts';
import { MembershipSchema } from '../domain/membership.ts';
import { OrganizationSchema } from '../domain/organization.ts';
import { hashPassword } from '../domain/password.ts';
import { revokeSessionsOf } from '../domain/revocation.ts';
import { RefreshTokenSchema, SessionSchema } from '../domain/session.ts';
import { SigningKeySchema } from '../domain/signing-key.ts';
import { UserSchema } from '../domain/user.ts';
import { addMember, addOrganization } from '../fixtures.ts';
import { migrations } from '../migrations/index.ts';
import { authorizationServer } from './authorization-server.ts';

const entities = [ApplicationSchema, MembershipSchema, OrganizationSchema, RefreshTokenSchema, SessionSchema, SigningKeySchema, UserSchema];
const open = (url: string) =>
  openDatabase({ url, entities, migrations: [...dataMigrations, ...migrations], poolSize: 6, applicationName: 'identity-test' });

/** The answer of an endpoint, with the fields that tests read. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, string> & { access_token: string; refresh_token: string };
}

interface Client {
  clientId: string;
  secret: string;
}

export type OAuthSetUp = Awaited<ReturnType<typeof setUpOAuth>>;

/** An authorization server on a database of its own, with a clock that tests move. */
export async function setUpOAuth() {
  const created = await testDatabase('identity_oauth', async (url) => {
    const database = await open(url);
    await database.migrate();
    await database.close();
  });
  const database = await open(created.url);
  let now = new Date('2026-03-01T12:00:00Z');
  const clock = () => now;
  const names = { issuer: 'https://orders.example', audience: 'partner-ordering' };
  const anotherInstance = () => authorizationServer({ database, ...names, clock, onError: () => undefined });
  const server = anotherInstance();
  await Promise.all([server.start(), anotherInstance().start()]);
  const passwordHash = await hashPassword('demo-password');
  const time = { clock, advanceMs: (ms: number) => void (now = new Date(now.getTime() + ms)) };

  return {
    server,
    anotherInstance,
    partner: (options: { grants?: Grant[] } = {}) => partner(database, server, { ...time, passwordHash, ...options }),
    close: async () => {
      server.stop();
      await database.close();
      await created.drop();
    },
  };
}

interface PartnerOptions {
  clock: () => Date;
  advanceMs: (ms: number) => void;
  passwordHash: string;
  grants?: Grant[];
}

/** An organization with an application, users, and what tests do with them. */
async function partner(
  database: Database,
  server: ReturnType<typeof authorizationServer>,
  { clock, advanceMs, passwordHash, grants }: PartnerOptions,
) {
  const now = clock();
  const newOrganization = () => database.transactional((tx) => addOrganization(tx, now));
  const organization = await newOrganization();

  const addUser = (isEnabled = true, of = organization) =>
    database.transactional((tx) => addMember(tx, { memberOf: [of], isEnabled, passwordHash, now }));

  const [user, disabled, foreign, technical] = [
    await addUser(),
    await addUser(false),
    await addUser(true, await newOrganization()),
    await addUser(),
  ];
  const given = {
    grants: grants ?? (['client_credentials', 'password', 'refresh_token'] as Grant[]),
    organizations: [organization.gid],
    technicalUser: technical.gid,
  };
  const client = await addApplication(database, clock(), given);

  async function post(
    endpoint: 'issueToken' | 'revokeToken' | 'introspectToken',
    from: Client | undefined,
    form: Record<string, string> | string,
  ) {
    const authorization = from && `Basic ${Buffer.from(`${from.clientId}:${from.secret}`).toString('base64')}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization };
    return (await server[endpoint]({ headers, body: new URLSearchParams(form).toString() })) as unknown as Answer;
  }

  return {
    clock,
    advanceMs,
    client,
    /** Another application of the same organization. */
    addSibling: () => addApplication(database, clock(), given),
    user,
    disabled,
    foreign,
    technicalUser: technical.gid,
    post,
    signIn: async (scope = 'base') =>
      (await post('issueToken', client, { grant_type: 'password', username: user.email, password: 'demo-password', scope })).body,
    refresh: (text: string, scope = '', from = client) =>
      post('issueToken', from, { grant_type: 'refresh_token', refresh_token: text, scope }),
    isActive: async (token: string) => ((await post('introspectToken', client, { token })).body.active as unknown) === true,
    setEnabled: (gid: string, isEnabled: boolean) => database.query(sql`update "user" set is_enabled = ${isEnabled} where gid = ${gid}`),
    /** Changes a password, and commits it only when `meanwhile` waits for the user's row. */
    changePasswordDuring: <Result>(gid: string, meanwhile: () => Promise<Result>) => changePasswordDuring(database, gid, meanwhile),
    /** As whatever ends sessions does it: the user's row is locked first. */
    endSessions: (gid: string, exceptSession?: string) =>
      database.transactional(async (tx) => {
        await tx.query(sql`select from "user" where gid = ${gid} for update`);
        return revokeSessionsOf(tx, gid, { exceptSession, now: clock() });
      }),
  };
}

async function addApplication(
  database: Database,
  now: Date,
  given: { grants: Grant[]; organizations: string[]; technicalUser: string },
): Promise<Client> {
  const clientId = newGid();
  const { application, secret } = Application.register({ clientId, name: 'Test', ...given }, now);
  await database.transactional(async ({ em }) => void em.persist(application));
  return { clientId, secret };
}

async function changePasswordDuring<Result>(database: Database, gid: string, meanwhile: () => Promise<Result>): Promise<Result> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const pending = await database.transactional(async (tx) => {
    await tx.query(sql`update "user" set password_hash = 'another' where gid = ${gid}`);
    const result = meanwhile();
    await eventually(async () => assert.equal((await database.query(waiting)).length, 1));
    return { result };
  });
  return pending.result;
}
