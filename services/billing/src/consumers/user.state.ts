import type { EventHandler } from '@partner-ordering/http';
import { forgetMailsTo } from '@partner-ordering/mail';
import type { Followed } from '../../generated/events.ts';

/** Deletes the mails to an erased user. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async ({ data, subject }, tx) => {
  if (data?.is_erased) await forgetMailsTo(tx, subject.slice(subject.indexOf('/') + 1));
};
