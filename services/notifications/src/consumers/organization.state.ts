import type { EventHandler } from '@partner-ordering/service';
import { keyOf } from '@partner-ordering/messaging';
import type { Followed } from '../../generated/events.ts';
import { disableWebhooksOf } from '../domain/deliveries/disabling.ts';

/** Disables the webhooks of a deleted organization: nobody sees them any more, so nobody else can disable them. */
export const onOrganizationState: EventHandler<Followed['organization.state'] | null> = async (event, tx, { addJob, now }) => {
  if (event.data === null || event.data.is_deleted) await disableWebhooksOf(tx, addJob, keyOf(event), now);
};
