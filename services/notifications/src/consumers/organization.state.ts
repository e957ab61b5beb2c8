import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { disableWebhooksOf } from '../domain/deliveries/disabling.ts';

/** Disables the webhooks of a deleted organization: nobody can see them any more, so nobody else could. */
export const onOrganizationState: EventHandler<Followed['organization.state'] | null> = async (event, tx, { addJob, now }) => {
  const { data, subject } = event;
  if (data === null || data.is_deleted) await disableWebhooksOf(tx, addJob, subject.slice(subject.indexOf('/') + 1), now);
};
