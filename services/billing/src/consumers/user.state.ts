import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';
import { forgetMailsTo } from '../domain/managers.ts';

/** Has what is kept of an erased user forgotten. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async ({ data, subject }, tx) => {
  if (data?.is_erased === true) await forgetMailsTo(tx, subject.slice(subject.indexOf('/') + 1));
};
