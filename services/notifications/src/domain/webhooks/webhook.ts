import { defineEntity, p } from '@mikro-orm/postgresql';
import { advisoryLockSeeds, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { invalid, isGid, type Detail } from '@partner-ordering/kernel';
import type { SignatureScheme, WebhookCreate, WebhookUpdate } from '../../../generated/models.ts';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { faults } from '../../faults.ts';

/** Maximum number of webhooks of an organization. */
const MAX_WEBHOOKS = 50;

export const WebhookSchema = defineEntity({
  name: 'Webhook',
  properties: {
    gid: p.uuid().primary(),
    organizationGid: p.uuid(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    url: p.text(),
    description: p.text().strictNullable(),
    /** Types and `project.*`; null is all. */
    events: p.array().strictNullable(),
    signatures: p.array<SignatureScheme>(),
    isEnabled: p.boolean(),
    disabledAt: p.datetime().strictNullable(),
    disabledReason: p.text().strictNullable(),
    /** The reason as a code, for programs. */
    disabledCode: p.text().strictNullable(),
  },
});

/** An address that gets an organization's events. */
export class Webhook extends WebhookSchema.class {
  static create(organizationGid: string, body: WebhookCreate, { gid, now }: { gid: string; now: Date }): Webhook {
    const { url, description = null, events = null, signatures = ['v1'], is_enabled: isEnabled = true } = body;
    return Object.assign(new Webhook(), {
      gid,
      organizationGid,
      createdAt: now,
      modifiedAt: null,
      url,
      description,
      events,
      signatures: inDocumentOrder(signatures),
      ...enabledState(isEnabled, now),
    });
  }

  /** Changes the given fields; null clears. */
  update(body: WebhookUpdate, now: Date): void {
    if (Object.keys(body).length === 0) return;
    const { url = this.url, description = this.description, events = this.events, signatures = this.signatures } = body;
    const state = body.is_enabled === undefined ? {} : enabledState(body.is_enabled, this.disabledAt ?? now);
    Object.assign(this, { url, description, events, signatures: inDocumentOrder(signatures), modifiedAt: now, ...state });
  }

  /** Disables it; clients read the reason. A disabled one keeps its time. */
  disable(reason: Detail, now: Date): void {
    Object.assign(this, { ...disabledState(reason, this.disabledAt ?? now), modifiedAt: now });
  }

  /** 400 if disabled. */
  mustBeEnabled(): void {
    if (!this.isEnabled) throw invalid(faults.webhook_disabled('webhook'));
  }
}
WebhookSchema.setClass(Webhook);

const enabledState = (isEnabled: boolean, disabledAt: Date) =>
  isEnabled
    ? { isEnabled, disabledAt: null, disabledReason: null, disabledCode: null }
    : disabledState(faults.disabled_by_hand(''), disabledAt);

const disabledState = ({ message: disabledReason, code: disabledCode }: Detail, disabledAt: Date) => ({
  isEnabled: false,
  disabledAt,
  disabledReason,
  disabledCode,
});

const schemes: readonly SignatureScheme[] = ['v1', 'v1a'];
const inDocumentOrder = (signatures: readonly SignatureScheme[]): SignatureScheme[] =>
  schemes.filter((scheme) => signatures.includes(scheme));

/** 400 at the organization's limit. Concurrent additions wait. */
export async function mustHaveRoom(tx: Transaction, organization: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${organization}`}, ${advisoryLockSeeds.named}))`);
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count from webhook where organization_gid = ${organization}`);
  if (row!.count >= MAX_WEBHOOKS) throw invalid(faults.too_many_webhooks('url', { max: MAX_WEBHOOKS }));
}

/** The address of a webhook of an organization. */
export async function addressOf(queryable: Queryable, organization: string, gid: string): Promise<string | undefined> {
  if (!isGid(gid)) return undefined;
  const [row] = await queryable.query<{ url: string }>(
    sql`select url from webhook where gid = ${gid} and organization_gid = ${organization}`,
  );
  return row?.url;
}

/** All event types of the document. */
export const eventTypes: readonly string[] = document.components.schemas.EventFilter.enum.filter((type) => !type.endsWith('.*'));
