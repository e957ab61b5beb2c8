import type { EventHandler } from '@partner-ordering/service';
import { forgetMailsTo } from '@partner-ordering/mail';
import { keyOf } from '@partner-ordering/messaging';
import type { Followed } from '../../generated/events.ts';

/** Deletes the mails to an erased user. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async (event, tx) => {
  if (event.data?.is_erased) await forgetMailsTo(tx, keyOf(event));
};
