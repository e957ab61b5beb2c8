import type { EventHandler } from '@partner-ordering/service';
import { keyOf } from '@partner-ordering/messaging';
import type { Followed } from '../../generated/events.ts';
import { forgetSeenBy } from '../domain/project/project-seen.ts';

/** Forgets what an erased user has seen. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async (event, tx) => {
  if (event.data?.is_erased) await forgetSeenBy(tx, keyOf(event));
};
