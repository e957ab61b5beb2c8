import type { EventHandler } from '@partner-ordering/http';
import { forgetMailsTo } from '@partner-ordering/mail';
import type { Followed } from '../../generated/events.ts';

/** Has what is kept of an erased user forgotten. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async ({ data, subject }, tx) => {
  if (data?.is_erased) await forgetMailsTo(tx, subject.slice(subject.indexOf('/') + 1));
};
