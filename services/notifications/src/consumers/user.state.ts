import type { EventHandler } from '@partner-ordering/service';
import { DAY_MS } from '@partner-ordering/kernel';
import { forgetMailsTo } from '@partner-ordering/mail';
import { keyOf } from '@partner-ordering/messaging';
import type { Followed } from '../../generated/events.ts';
import { KEPT_DAYS } from '../domain/events/retention.ts';
import { forgetHeldMailsTo } from '../domain/people/held-mails.ts';

/** A day longer than events are kept: all kept ones are then newer than the erasure. */
const ERASABLE_MS = (KEPT_DAYS + 1) * DAY_MS;

/** Erases a user from kept events and deletes mails to them. A topic read from the beginning repeats old erasures: these are skipped. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async (event, tx, { addJob, now }) => {
  if (!event.data?.is_erased) return;
  const user = keyOf(event);
  if (now.getTime() - Date.parse(event.time) <= ERASABLE_MS) addJob({ name: 'erase_from_events', data: { user } });
  await forgetMailsTo(tx, user);
  await forgetHeldMailsTo(tx, user);
};
