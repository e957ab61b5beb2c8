import { sql, type Queryable } from '@partner-ordering/data';
import { causeOf, type DisablingCause } from './disabling.ts';

/** A webhook, as its managers are told of it. */
export interface ToldWebhook {
  url: string;
  /** Gid. */
  organization: string;
  /** Of the organization. */
  name: string;
  isEnabled: boolean;
  /** Since when all attempts have failed; null when it does not fail. */
  failingSince: Date | null;
  /** Why it was disabled; null when it was not, or by hand. */
  disabledFor: DisablingCause | null;
}

/** Undefined when the webhook is deleted, or its organization is not known. */
export async function readTold(queryable: Queryable, gid: string): Promise<ToldWebhook | undefined> {
  const [row] = await queryable.query<Row>(sql`
    select w.url, w.organization_gid as organization, o.state->>'name' as name, w.is_enabled as "isEnabled", w.disabled_reason as reason,
      (extract(epoch from h.failing_since) * 1000)::float8 as "failingMs"
    from webhook w join shared_state o on o.type = 'organization' and o.key = w.organization_gid::text and o.state is not null
      left join webhook_health h on h.webhook_gid = w.gid
    where w.gid = ${gid}`);
  if (!row) return undefined;
  const { reason, failingMs, ...told } = row;
  return { ...told, failingSince: failingMs === null ? null : new Date(failingMs), disabledFor: told.isEnabled ? null : causeOf(reason) };
}

interface Row extends Omit<ToldWebhook, 'failingSince' | 'disabledFor'> {
  reason: string | null;
  failingMs: number | null;
}
