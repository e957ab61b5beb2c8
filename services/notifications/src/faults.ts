import { both, commonFaults, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults of webhooks and events, with those that are common to all services. Addresses have theirs in libs/outbound. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    // Failures of an attempt, as whole sentences. An attempt also has the faults of libs/outbound.
    wrong_status: both('It answered {http_status}', 'Réponse {http_status}'),
    redirect_not_followed: both(
      'It answered {http_status}: redirects are not followed',
      'Réponse {http_status} : les redirections ne sont pas suivies',
    ),
    not_signed: both(
      'The event could not be signed: this is a fault of ours',
      'L’événement n’a pas pu être signé : l’erreur vient de nous',
    ),
    not_sent: both('The event could not be sent: this is a fault of ours', 'L’événement n’a pas pu être envoyé : l’erreur vient de nous'),
    not_recorded: both(
      'What came of it could not be recorded: this is a fault of ours',
      'Le résultat n’a pas pu être enregistré : l’erreur vient de nous',
    ),
    // Reasons for a disabled webhook.
    disabled_by_hand: both('It was disabled by a manager or an admin.', 'Désactivé par un gestionnaire ou un administrateur.'),
    disabled_as_gone: both(
      'It answered 410: there is nothing at this address any more.',
      'Réponse 410 : il n’y a plus rien à cette adresse.',
    ),
    disabled_as_failing: both('All attempts to send to it failed for five days.', 'Tous les envois ont échoué pendant cinq jours.'),
    organization_deleted: both('Its organization was deleted.', 'Son organisation a été supprimée.'),
    webhook_disabled: both('is disabled', 'est désactivé'),
    too_many_webhooks: both('an organization may have at most {max} webhooks', 'une organisation peut avoir au plus {max} webhooks'),
    not_in_the_past: both('must be in the past', 'doit être dans le passé'),
    too_long_ago: both(
      'is more than {days} days ago: older events are no longer kept',
      'date de plus de {days} jours : ces événements ne sont plus conservés',
    ),
    not_a_cursor: both(
      'is no cursor: give the `next` of a page, or `latest`',
      'n’est pas un curseur : donnez le `next` d’une page, ou `latest`',
    ),
    cursor_of_another_organization: both('is a cursor of another organization', 'est un curseur d’une autre organisation'),
  }),
};
