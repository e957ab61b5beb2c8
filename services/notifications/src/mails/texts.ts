import type { Language, Letter } from '@partner-ordering/mail';
import type { DisablingCause } from '../domain/deliveries/disabling.ts';

/** A letter without a button. */
export type Text = Omit<Letter, 'language' | 'action'>;

export interface Told {
  firstname: string;
  /** Of the webhook, without its query, which may hold a secret. */
  address: string;
  organization: string;
}

export interface Texts {
  /** `days`: from now until it is disabled. */
  webhookFailing(told: Told & { days: number }): Text;
  webhookDisabled(told: Told & { cause: DisablingCause }): Text;
}

const english: Texts = {
  webhookFailing: ({ firstname, address, organization, days }) => ({
    subject: `A webhook of ${organization} fails`,
    paragraphs: [
      `Hello ${firstname},`,
      `${organization} has a webhook at ${address}. All events that we have tried to send there for three days have failed.`,
      `If this goes on, the webhook is disabled in ${days === 1 ? 'a day' : `${days} days`}. Nothing is lost until then: each event is tried again.`,
    ],
    notes: ['The list of its deliveries says why they failed. A check of the webhook tries it at once.'],
  }),
  webhookDisabled: ({ firstname, address, organization, cause }) => ({
    subject: `A webhook of ${organization} was disabled`,
    paragraphs: [
      `Hello ${firstname},`,
      `${organization} has a webhook at ${address}. ${cause === 'gone' ? 'It answered that there is nothing at this address any more (410)' : 'All events that we have tried to send there for five days have failed'}, so it was disabled. It is told of nothing any more.`,
      'When the address works again, enable the webhook, and then recover what it has missed: events are kept for 30 days.',
    ],
  }),
};

const french: Texts = {
  webhookFailing: ({ firstname, address, organization, days }) => ({
    subject: `Un webhook de ${organization} échoue`,
    paragraphs: [
      `Bonjour ${firstname},`,
      `${organization} a un webhook à l’adresse ${address}. Depuis trois jours, tous les événements que nous avons essayé d’y envoyer ont échoué.`,
      `Si cela continue, le webhook sera désactivé dans ${days === 1 ? 'un jour' : `${days} jours`}. Rien n’est perdu d’ici là : chaque événement est envoyé de nouveau.`,
    ],
    notes: ['La liste de ses envois indique pourquoi ils ont échoué. Une vérification du webhook l’essaie immédiatement.'],
  }),
  webhookDisabled: ({ firstname, address, organization, cause }) => ({
    subject: `Un webhook de ${organization} a été désactivé`,
    paragraphs: [
      `Bonjour ${firstname},`,
      `${organization} a un webhook à l’adresse ${address}. ${cause === 'gone' ? 'Il a répondu qu’il n’y a plus rien à cette adresse (410)' : 'Depuis cinq jours, tous les événements que nous avons essayé d’y envoyer ont échoué'}. Il a donc été désactivé et ne reçoit plus rien.`,
      'Lorsque l’adresse fonctionnera de nouveau, activez le webhook, puis récupérez ce qu’il a manqué : les événements sont conservés 30 jours.',
    ],
  }),
};

/** By language. */
export const texts: Readonly<Record<Language, Texts>> = { en: english, fr: french };
