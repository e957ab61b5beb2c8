import type { EventHandler } from '@partner-ordering/http';
import { forgetMailsTo } from '@partner-ordering/mail';
import type { Followed } from '../../generated/events.ts';

/** Has the data of an erased user taken out of what is kept, and forgets the mails to them. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async ({ data, subject }, tx, { addJob }) => {
  if (data?.is_erased !== true) return;
  const user = subject.slice(subject.indexOf('/') + 1);
  addJob({ name: 'erase_from_events', data: { user } });
  await forgetMailsTo(tx, user);
};
