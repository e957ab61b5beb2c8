import { manageOrganization } from '@partner-ordering/commerce';
import type { Queryable } from '@partner-ordering/data';
import { invalid, type Verb } from '@partner-ordering/kernel';
import type { DomainContext } from '../../context.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import { webhooks } from '../../resources/webhooks.ts';

interface WebhookPath {
  path: { orgGid: string; webhookGid: string };
}

/** See `manageOrganization`. `queryable`: the transaction of a write, the database of a read. */
export const mustManage = (
  { principal }: DomainContext,
  queryable: Queryable,
  organization: string,
  verb: Verb,
  noun = 'webhook',
): Promise<void> => manageOrganization({ queryable, principal }, organization, verb, noun);

/** The path's webhook, locked; 404 for one of another organization. */
export async function managedWebhook(context: DomainContext & WebhookPath, verb: Verb, noun?: string): Promise<Webhook> {
  const { path, tx, load } = context;
  await mustManage(context, tx, path.orgGid, verb, noun);
  return load(webhooks, path.webhookGid, { field: 'organization', value: path.orgGid });
}

/** 404 unless the path names a webhook of its organization; for reads below it. */
export async function mustSeeWebhook(context: DomainContext & WebhookPath, noun: string): Promise<void> {
  const { path, database, read } = context;
  await mustManage(context, database, path.orgGid, 'see this', noun);
  await read(webhooks, path.webhookGid, { fields: ['gid'], parent: { field: 'organization', value: path.orgGid } });
}

const LOOK_UP_LIMIT_MS = 5_000;

/** 400 for a forbidden address. The lookup runs outside of the transaction. */
export function mustBeCallable({ askOutside, client }: DomainContext, url: string): void {
  const refusal = askOutside('url', () => client.refusalOf(url, LOOK_UP_LIMIT_MS));
  if (refusal) throw invalid(refusal.at('url'));
}
