import { managersOf, type Manager } from '@partner-ordering/commerce';
import type { Database } from '@partner-ordering/data';
import { DAY_MS, type Language } from '@partner-ordering/kernel';
import { languageOf, mailJob, type AddressedLetter, type Letter, type MailData, type WriteLetter } from '@partner-ordering/mail';
import { readSummary, type WebhookSummary } from '../domain/deliveries/webhook-summary.ts';
import { DISABLED_AFTER_MS } from '../domain/webhooks/health.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { texts, type TextValues } from './texts.ts';

/** The mails of this service. Names never change their meaning. */
export type MailKind = 'webhook_failing' | 'webhook_disabled';

/** The job of a mail about a webhook to a manager. No address waits in the queue. */
export const mailTo = (kind: MailKind, { gid: webhook, organizationGid }: Webhook, { gid }: Pick<Manager, 'gid'>) =>
  mailJob(kind, { about: `${webhook}/${gid}`, to: gid }, organizationGid);

/** Writes the mails about webhooks from the state at sending; none for former managers, or when the cause is over. */
export const lettersOf = (database: Database): Readonly<Record<MailKind, WriteLetter>> => ({
  webhook_failing: (mail, now) =>
    letter(database, mail, ({ webhookFailing }, values, { failingSince, isEnabled }) => {
      if (!isEnabled || failingSince === null) return undefined;
      const leftMs = failingSince.getTime() + DISABLED_AFTER_MS - now.getTime();
      return webhookFailing({ ...values, days: Math.max(1, Math.round(leftMs / DAY_MS)) });
    }),
  webhook_disabled: (mail) =>
    letter(database, mail, ({ webhookDisabled }, values, { disablingCause }) =>
      disablingCause === null ? undefined : webhookDisabled({ ...values, cause: disablingCause }),
    ),
});

type Texts = (typeof texts)[Language];

async function letter(
  database: Database,
  { about }: MailData,
  writeText: (texts: Texts, values: TextValues, webhook: WebhookSummary) => Omit<Letter, 'language'> | undefined,
): Promise<AddressedLetter | undefined> {
  const [gid = '', user = ''] = about.split('/');
  const webhook = await readSummary(database, gid);
  const [manager] = webhook ? await managersOf(database, webhook.organization, user) : [];
  if (!webhook || !manager) return undefined;
  const { firstname, email: to, locale } = manager;
  const language = languageOf(locale);
  const text = writeText(texts[language], { firstname, address: withoutQuery(webhook.url), organization: webhook.name }, webhook);
  return text && { to, language, organization: webhook.name, ...text };
}

/** A query may hold a secret of the receiver's. */
const withoutQuery = (url: string): string => url.split('?', 1)[0]!;
