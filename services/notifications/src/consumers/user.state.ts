import type { EventHandler } from '@partner-ordering/http';
import { DAY_MS } from '@partner-ordering/kernel';
import { forgetMailsTo } from '@partner-ordering/mail';
import type { Followed } from '../../generated/events.ts';
import { KEPT_DAYS } from '../domain/events/retention.ts';

/** A day more than events are kept: what is left was said after the erasure. */
const TOLD_MS = (KEPT_DAYS + 1) * DAY_MS;

/**
 * Has the data of an erased user taken out of what is kept, and forgets the mails to them. Older erasures come again whenever the topic is
 * read from the beginning, and nothing of before them is kept in events.
 */
export const onUserState: EventHandler<Followed['user.state'] | null> = async ({ data, subject, time }, tx, { addJob, now }) => {
  if (!data?.is_erased) return;
  const user = subject.slice(subject.indexOf('/') + 1);
  if (now.getTime() - Date.parse(time) <= TOLD_MS) addJob({ name: 'erase_from_events', data: { user } });
  await forgetMailsTo(tx, user);
};
