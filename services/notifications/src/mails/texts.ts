import { bilingual, both } from '@partner-ordering/kernel';
import type { DisablingCause } from '../domain/deliveries/disabling.ts';

/** The values that the texts of a mail show. */
export interface TextValues {
  firstname: string;
  /** The webhook's address without its query, which may hold a secret. */
  address: string;
  organization: string;
}

/** The texts of mails about webhooks. */
export const texts = bilingual({
  /** `days`: until the webhook is disabled. */
  webhookFailing: both(
    ({ firstname, address, organization, days }: TextValues & { days: number }) => ({
      subject: `A webhook of ${organization} is failing`,
      paragraphs: [
        `Hello ${firstname},`,
        `Every attempt to send events to the webhook of ${organization} at ${address} has failed for three days.`,
        `If this continues, we will disable the webhook in ${days === 1 ? 'one day' : `${days} days`}. Until then we keep retrying. You can recover failed events for 30 days.`,
      ],
      notes: ['To see why, list the deliveries of the webhook. To test it now, check the webhook.'],
    }),
    ({ firstname, address, organization, days }) => ({
      subject: `Un webhook de ${organization} est en échec`,
      paragraphs: [
        `Bonjour ${firstname},`,
        `Depuis trois jours, toutes les tentatives d’envoi au webhook de ${organization} à l’adresse ${address} échouent.`,
        `Si cela continue, nous désactiverons le webhook dans ${days === 1 ? 'un jour' : `${days} jours`}. D’ici là, nous continuons d’essayer. Vous pouvez récupérer les événements en échec pendant 30 jours.`,
      ],
      notes: ['Pour en connaître la raison, consultez les envois du webhook. Pour le tester tout de suite, lancez une vérification.'],
    }),
  ),
  webhookDisabled: both(
    ({ firstname, address, organization, cause }: TextValues & { cause: DisablingCause }) => ({
      subject: `A webhook of ${organization} was disabled`,
      paragraphs: [
        `Hello ${firstname},`,
        `We disabled the webhook of ${organization} at ${address}. ${cause === 'gone' ? 'It answered 410 (Gone).' : 'Every attempt to send events to it has failed for five days.'} It no longer receives events.`,
        'When the address works again, enable the webhook, then recover the events that it missed. We keep events for 30 days.',
      ],
    }),
    ({ firstname, address, organization, cause }) => ({
      subject: `Un webhook de ${organization} a été désactivé`,
      paragraphs: [
        `Bonjour ${firstname},`,
        `Nous avons désactivé le webhook de ${organization} à l’adresse ${address}. ${cause === 'gone' ? 'Il a répondu 410 (Gone).' : 'Depuis cinq jours, toutes les tentatives d’envoi ont échoué.'} Il ne reçoit plus d’événements.`,
        'Lorsque l’adresse fonctionnera de nouveau, activez le webhook, puis récupérez les événements manqués. Nous les conservons 30 jours.',
      ],
    }),
  ),
});
