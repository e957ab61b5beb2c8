import { DOCS_CLIENT } from '@partner-ordering/auth';
import { advisoryLocks, deleteInSteps, raw, sql, type Database, type Queryable, type Sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { WriteContext } from '@partner-ordering/writes';
import type { RevocationPage } from '../../generated/internal/models.ts';
import { personGrants, sessionGrants, type SessionGrant } from './application.ts';
import type { Authorization } from './authorization.ts';
import { lockApplication } from './enabled-application.ts';
import { endBrowserSessions, endBrowserSessionsOf, isAlive } from './people/browser-session.ts';
import { ACCESS_TOKEN_LIFETIME_MS } from './session.ts';

const PAGE_SIZE = 1_000;
const ENDED_AT_ONCE = 1_000;
/** The clocks of verifiers may differ from ours by this much. */
const CLOCK_DIFFERENCE_MS = 60_000;
/** The gid of `docs`. */
const docsApplication = sql`(select gid from application where client_id = ${DOCS_CLIENT})`;

/** Ends one session, with these browser sessions. Its refresh tokens end at once, its access tokens with the next poll of each service. */
export function revokeSession(tx: Queryable, session: string, now: Date, browserSessions: readonly string[] = []): Promise<number> {
  return revokeWhere(tx, sql`gid = ${session}`, { now, browserSessions });
}

/**
 * Ends a user's codes, sessions and browser sessions, except `exceptSession`. Returns the number of sessions. Call it last: it locks all
 * revocations until the commit.
 */
export async function revokeSessionsOf(
  tx: Queryable,
  user: string,
  options: { exceptSession?: string | undefined; now: Date },
): Promise<number> {
  const { exceptSession = null, now } = options;
  const browserSessions = await endBrowserSessionsOf(tx, user, exceptSession);
  await endCodes(tx, sessionCondition({ user }));
  const ended = await revokeWhere(tx, sql`${sessionCondition({ user })} and gid is distinct from ${exceptSession}::uuid`, {
    now,
    browserSessions,
  });
  return ended + browserSessions.length;
}

/** Ends a person's authorization of an application: unused codes, and sessions that codes began. Call it last, as above. */
export async function revokeAuthorized(
  tx: Queryable,
  { userGid, applicationGid }: Pick<Authorization, 'userGid' | 'applicationGid'>,
  now: Date,
): Promise<void> {
  const condition = sql`user_gid = ${userGid} and application_gid = ${applicationGid}`;
  await endCodes(tx, condition);
  await revokeWhere(tx, sql`${condition} and grant_type = 'authorization_code'`, { now });
}

/**
 * Selects sessions by gid. Of an application: the sessions that one of `grants` started, by default all; and, if `outside` names
 * organizations, the sessions of people who are members of none of them. Of `docs`: those in the reference, of a person or of members.
 */
export type SessionFilter =
  | { user: string }
  | { docs: { user: string } | { membersOf: string } }
  | { application: string; grants?: readonly SessionGrant[]; outside?: readonly string[] }
  | 'everybody';

/**
 * Flushes, then ends codes, sessions and, of a user, browser sessions. Only removals of rows may follow. A job ends sessions beyond 1,000,
 * as a longer transaction would block others; a disabled user's tokens are refused before.
 */
export async function endSessionsWith(
  { now, tx, addJob }: Pick<WriteContext, 'now' | 'addJob'> & { tx: Transaction },
  filter: Exclude<SessionFilter, string>,
): Promise<void> {
  await tx.em.flush();
  if ((await endBatch(tx, filter, now)).hasMore) addJob({ name: 'end_sessions', data: filter });
}

/**
 * Ends sessions in the reference, as `endSessionsWith`: a membership, a role or `test` of an organization has changed, and with it
 * what the person may do there. The person's row is locked; for members, new sessions wait for the commit.
 */
export async function endTrials(
  context: Parameters<typeof endSessionsWith>[0],
  of: Extract<SessionFilter, { docs: unknown }>['docs'],
): Promise<void> {
  if ('membersOf' in of) await lockApplication(context.tx, docsApplication);
  await endSessionsWith(context, { docs: of });
}

/**
 * Ends the sessions in small transactions, so that other ends need not wait. Allowed users can sign in again. Returns the number of ended
 * sessions.
 */
export async function endSessions(database: Pick<Database, 'transactional'>, filter: SessionFilter, now: Date): Promise<number> {
  for (let ended = 0; ;) {
    const { count, hasMore } = await database.transactional((tx) => endBatch(tx, filter, now));
    ended += count;
    if (!hasMore) return ended;
  }
}

async function endBatch(tx: Queryable, filter: SessionFilter, now: Date): Promise<{ count: number; hasMore: boolean }> {
  // First the sources of new sessions: browser sessions of affected people, and then their unused codes.
  const browserSessions = await endBrowserSessions(tx, browserSessionCondition(filter));
  await endCodes(tx, sessionCondition(filter));
  const ended = await revokeWhere(tx, sessionCondition(filter), { now, browserSessions, limit: ENDED_AT_ONCE });
  return { count: ended + browserSessions.length, hasMore: ended === ENDED_AT_ONCE };
}

/**
 * Deletes unused codes, which all have one grant. Call it before the sessions end: it waits for a running use of a code, which begins a
 * session.
 */
const endCodes = (tx: Queryable, condition: Sql): Promise<unknown> =>
  tx.query(sql`
    delete from authorization_code using (select 'authorization_code' as grant_type) as use where session_gid is null and ${condition}`);

/** The number of sessions that `endSessions` would end. */
export async function countSessions(database: Queryable, filter: SessionFilter, now: Date): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    select ((select count(*) from session where revoked_at is null and ends_at > ${now} and ${sessionCondition(filter)})
      + (select count(*) from browser_session where ${browserSessionCondition(filter)}))::int as count`);
  return row!.count;
}

function sessionCondition(filter: SessionFilter): Sql {
  if (filter === 'everybody') return sql`true`;
  if ('user' in filter) return sql`user_gid = ${filter.user}`;
  if ('docs' in filter) {
    const { docs } = filter;
    const isOfPerson =
      'user' in docs
        ? sql`user_gid = ${docs.user}`
        : sql`user_gid in (select user_gid from membership where organization_gid = ${docs.membersOf})`;
    return sql`application_gid = ${docsApplication} and ${isOfPerson}`;
  }
  const { application, grants = sessionGrants, outside = [] } = filter;
  const isOutside = sql`grant_type = any(${[...personGrants]})
    and user_gid not in (select user_gid from membership where organization_gid = any(${[...outside]}::uuid[]))`;
  return sql`application_gid = ${application}
    and (grant_type = any(${[...grants]}) or ${outside.length > 0 ? isOutside : sql`false`})`;
}

/** Browser sessions belong to no application. */
const browserSessionCondition = (filter: SessionFilter): Sql =>
  filter === 'everybody' || 'user' in filter ? sessionCondition(filter) : sql`false`;

interface RevocationOptions {
  now: Date;
  /** Browser sessions that have ended. */
  browserSessions?: readonly string[];
  limit?: number;
}

async function revokeWhere(tx: Queryable, condition: Sql, { now, browserSessions = [], limit }: RevocationOptions): Promise<number> {
  const ended = await tx.query<{ gid: string }>(sql`
    update session set revoked_at = ${now}, network = null where gid in (
      select gid from session where revoked_at is null and ends_at > ${now} and ${condition} order by gid limit ${limit ?? null} for update)
    returning gid`);
  await refuseTokens(tx, [...browserSessions, ...ended.map(({ gid }) => gid)], now);
  return ended.length;
}

/** Has all services refuse the tokens of these ended sessions. Call it last: it locks all revocations until the commit. */
export async function refuseTokens(tx: Queryable, sessions: readonly string[], now: Date): Promise<void> {
  if (sessions.length === 0) return;
  // Readers ask for numbers above the last one, so numbers must become visible in order. Hence one writer at a time.
  await tx.query(sql`select pg_advisory_xact_lock(${advisoryLocks.revocations})`);
  const expiresAt = new Date(now.getTime() + ACCESS_TOKEN_LIFETIME_MS + CLOCK_DIFFERENCE_MS);
  await tx.query(sql`
    insert into revocation (session_gid, expires_at) select unnest(${[...sessions]}::uuid[]), ${expiresAt}::timestamptz
    on conflict (session_gid) do nothing`);
}

/** The sessions that ended after the number `after`, oldest first, at most 1,000. Leaves out those whose tokens have expired. */
export async function revocationsAfter(database: Queryable, after: number, now: Date): Promise<RevocationPage> {
  const rows = await database.query<{ newest: string; seq: string | null; sid: string; expires_at: Date }>(sql`
    select newest, seq, session_gid as sid, expires_at
    from (select coalesce(max(seq), 0) as newest from revocation) as numbers
    left join revocation on seq > ${after} and expires_at > ${now} order by seq limit ${PAGE_SIZE}`);
  const items = rows.flatMap(({ seq, sid, expires_at: expiresAt }) =>
    seq === null ? [] : [{ seq: Number(seq), sid, expires_at: new Date(expiresAt).toISOString() }],
  );
  // A restored database may have lost numbers that its readers know.
  return { items, last: items.at(-1)?.seq ?? Math.min(after, Number(rows[0]?.newest ?? 0)) };
}

/** Removes ended sessions of all kinds, tokens, codes, revocations and applications. Used codes stay a day: reuse ends the session. */
export async function removeEndedSessions(database: Queryable, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const removeWhere = (table: string, by: string, where: Sql) => deleteInSteps(database, { table, by, where }, signal);
  const isExpired = sql`expires_at < ${now}`;
  await removeWhere('revocation', 'expires_at', isExpired);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await removeWhere('authorization_code', 'expires_at', sql`${isExpired} and (session_gid is null or expires_at < ${dayAgo})`);
  // Nothing is revoked: a token lasts two minutes, and none is issued after the end.
  await removeWhere('browser_session', 'ends_at', sql`not (${isAlive(now)})`);
  await removeWhere('refresh_token', 'expires_at', isExpired);
  const expiryLimit = new Date(now.getTime() - ACCESS_TOKEN_LIFETIME_MS - CLOCK_DIFFERENCE_MS);
  for (const by of ['ends_at', 'revoked_at']) await removeWhere('session', by, sql`${raw(by)} < ${expiryLimit}`);
  await database.query(sql`
    delete from application a where deleted_at is not null and not exists (select from session where application_gid = a.gid)`);
}
