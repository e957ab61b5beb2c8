import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { disablingOf } from '../domain/deliveries/disabling.ts';

/** Has a deleted organization told of nothing more: nobody could stop it, as its webhooks are not to be seen. */
export const onOrganizationState: EventHandler<Followed['organization.state'] | null> = async ({ data, subject }, _tx, { addJob }) => {
  const organization = subject.slice(subject.indexOf('/') + 1);
  if (data === null || data.is_deleted) addJob(disablingOf(organization));
};
