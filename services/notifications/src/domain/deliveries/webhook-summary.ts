import { sql, type Queryable } from '@partner-ordering/data';
import { causeOf, type DisablingCause } from './disabling.ts';

/** A webhook for the mails to its managers. */
export interface WebhookSummary {
  url: string;
  /** Gid. */
  organization: string;
  /** The organization's name. */
  name: string;
  isEnabled: boolean;
  /** The start of continuous failures; null without one. */
  failingSince: Date | null;
  /** Null unless the service disabled it. */
  disablingCause: DisablingCause | null;
}

/** Undefined for a deleted webhook or an unknown organization. */
export async function readSummary(queryable: Queryable, gid: string): Promise<WebhookSummary | undefined> {
  const [row] = await queryable.query<Row>(sql`
    select w.url, w.organization_gid as organization, o.state->>'name' as name, w.is_enabled as "isEnabled", w.disabled_code as code,
      (extract(epoch from h.failing_since) * 1000)::float8 as "failingMs"
    from webhook w join shared_state o on o.type = 'organization' and o.key = w.organization_gid::text and o.state is not null
      left join webhook_health h on h.webhook_gid = w.gid
    where w.gid = ${gid}`);
  if (!row) return undefined;
  const { code, failingMs, ...rest } = row;
  return { ...rest, failingSince: failingMs === null ? null : new Date(failingMs), disablingCause: rest.isEnabled ? null : causeOf(code) };
}

interface Row extends Omit<WebhookSummary, 'failingSince' | 'disablingCause'> {
  code: string | null;
  failingMs: number | null;
}
