import type { EventHandler } from '@partner-ordering/http';
import type { Followed } from '../../generated/events.ts';

/** Has the data of an erased user taken out of what is kept. */
export const onUserState: EventHandler<Followed['user.state'] | null> = async ({ data, subject }, _tx, { addJob }) => {
  const user = subject.slice(subject.indexOf('/') + 1);
  if (data?.is_erased === true) addJob({ name: 'erase_from_events', data: { user } });
};
