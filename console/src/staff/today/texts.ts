import type { Texts } from '../../text/language.tsx';

const en = {
  nothing: 'Nothing waits for us',
  all: 'Show all',
  requests: { title: 'Requests without a proposal', none: 'No request waits for a proposal.' },
  without_works: { title: 'Orders without works', none: 'Creatives work on every order.' },
  charges: { title: 'Failed charges', none: 'No charge has failed.' },
  mails: { title: 'Undelivered mails', none: 'Every mail was delivered.' },
  webhooks: { title: 'Webhooks that we disabled', none: 'We have disabled no webhook.' },
  since: 'Since',
  recipient: 'Recipient',
  mail: 'Mail',
  mailKinds: {
    set_password: 'First password',
    password_reset: 'New password',
    email_change: 'New address',
    email_change_notice: 'Notice of a new address',
    invitation: 'Invitation',
    application_allowed: 'Application allowed',
  } as Readonly<Record<string, string>>,
};

/** The texts of what waits for our staff. */
export const todayTexts: Texts<typeof en> = {
  en,
  fr: {
    nothing: 'Rien ne nous attend',
    all: 'Tout afficher',
    requests: { title: 'Demandes sans proposition', none: 'Aucune demande n’attend de proposition.' },
    without_works: { title: 'Commandes sans création', none: 'Des créatifs travaillent sur chaque commande.' },
    charges: { title: 'Paiements en échec', none: 'Aucun paiement n’a échoué.' },
    mails: { title: 'E-mails non remis', none: 'Tous les e-mails ont été remis.' },
    webhooks: { title: 'Webhooks que nous avons désactivés', none: 'Nous n’avons désactivé aucun webhook.' },
    since: 'Depuis',
    recipient: 'Destinataire',
    mail: 'E-mail',
    mailKinds: {
      set_password: 'Premier mot de passe',
      password_reset: 'Nouveau mot de passe',
      email_change: 'Nouvelle adresse',
      email_change_notice: 'Avis de nouvelle adresse',
      invitation: 'Invitation',
      application_allowed: 'Application autorisée',
    },
  },
};
