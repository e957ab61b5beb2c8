import { both, commonFaults, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults of webhooks and events, with those that are common to all services. Addresses have theirs in libs/outbound. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    webhook_disabled: both('is disabled', 'est désactivé'),
    too_many_webhooks: both('an organization may have at most {max} webhooks', 'une organisation peut avoir au plus {max} webhooks'),
    no_such_webhook: both('is no webhook of this organization', 'n’est pas un webhook de cette organisation'),
    one_required: both('or {field} is required', 'ou {field} est obligatoire'),
    not_in_the_past: both('must be in the past', 'doit être dans le passé'),
    not_after: both('must be after {field}', 'doit être après {field}'),
    no_longer_kept: both(
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
