import { column, date, hrefOf, raw, resource, sql, table, type Column, type Resource, type Sql } from '@partner-ordering/data';
import type { TokenClaims } from '@partner-ordering/auth';
import type { BrowserSession } from '../../generated/models.ts';
import { BrowserSession as BrowserSessionEntity, IDLE_MS, isAlive, LIFETIME_MS } from '../domain/people/browser-session.ts';

const b = table(BrowserSessionEntity, 'b');
const PATH = '/v1/me/browser_sessions';
const time = (value: Sql): Column<Date> => ({ sql: value, type: 'time', nullable: false });
const hours = (ms: number): Sql => sql`interval '${raw(String(ms / 3_600_000))} hours'`;

/** The browser sessions of a token's user at a moment. Nobody else sees them, admins neither. */
export const ownBrowserSessions = (
  { user, session }: Pick<TokenClaims, 'user' | 'session'>,
  now: Date,
): Resource<BrowserSession, BrowserSessionEntity> =>
  resource<BrowserSession>()({
    noun: 'browser session',
    path: PATH,
    table: b,
    fields: {
      gid: column(b.sid),
      created_at: date(time(sql`(${b.endsAt.sql} - ${hours(LIFETIME_MS)})`)),
      href: hrefOf(PATH, b.sid),
      network: column(b.network),
      user_agent: column(b.userAgent),
      last_used_at: date(b.usedAt),
      ends_at: date(time(sql`least(${b.endsAt.sql}, ${b.usedAt.sql} + ${hours(IDLE_MS)})`)),
      is_current: { value: sql`${b.sid.sql} = ${session}` },
    },
    aliases: { modified_at: b.usedAt },
    where: sql`${b.userGid.sql} = ${user} and ${isAlive(now)}`,
    visible: () => [raw('true')],
  });
