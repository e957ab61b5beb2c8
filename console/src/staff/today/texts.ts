import { bilingual, both } from '@partner-ordering/kernel/texts';

/** The texts of what waits for our staff. */
export const todayTexts = bilingual({
  nothing: both('Nothing waits for us', 'Rien ne nous attend'),
  all: both('Show all', 'Tout afficher'),
  requests: {
    title: both('Requests without a proposal', 'Demandes sans proposition'),
    none: both('No request waits for a proposal.', 'Aucune demande n’attend de proposition.'),
  },
  unanswered: {
    title: both('Unanswered messages', 'Messages sans réponse'),
    none: both('Every message is answered.', 'Tous les messages ont une réponse.'),
  },
  without_works: {
    title: both('Orders without works', 'Commandes sans création'),
    none: both('Creatives work on every order.', 'Des créatifs travaillent sur chaque commande.'),
  },
  late_contests: {
    title: both('Contests past their deadline', 'Concours dont l’échéance est passée'),
    none: both('No contest is past its deadline.', 'Aucun concours n’a dépassé son échéance.'),
  },
  late_deliveries: {
    title: both('Late deliveries', 'Livraisons en retard'),
    none: both('No delivery is late.', 'Aucune livraison n’est en retard.'),
  },
  charges: {
    title: both('Failed charges', 'Paiements en échec'),
    none: both('No charge has failed.', 'Aucun paiement n’a échoué.'),
  },
  documents: {
    title: both('Documents without a PDF', 'Documents sans PDF'),
    none: both('No PDF has failed.', 'Aucun PDF n’a échoué.'),
  },
  mails: {
    title: both('Undelivered mails', 'E-mails non remis'),
    none: both('Every mail was delivered.', 'Tous les e-mails ont été remis.'),
  },
  webhooks: {
    title: both('Webhooks that we disabled', 'Webhooks que nous avons désactivés'),
    none: both('We have disabled no webhook.', 'Nous n’avons désactivé aucun webhook.'),
  },
  worker: both('Creative', 'Créatif'),
  since: both('Since', 'Depuis'),
  document: both('Document', 'Document'),
  recipient: both('Recipient', 'Destinataire'),
  mail: both('Mail', 'E-mail'),
  mailKinds: {
    set_password: both('First password', 'Premier mot de passe'),
    password_reset: both('New password', 'Nouveau mot de passe'),
    email_change: both('New address', 'Nouvelle adresse'),
    email_change_notice: both('Notice of a new address', 'Avis de nouvelle adresse'),
    invitation: both('Invitation', 'Invitation'),
    application_allowed: both('Application allowed', 'Application autorisée'),
  },
});
