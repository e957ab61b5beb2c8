import { startListener } from './listener.ts';
import type { Following } from './following.ts';
import { startTaker, type TakerOptions } from './taker.ts';

/** What takes events in, and tells those who wait for them. */
export interface Events {
  stop(): Promise<void>;
}

/** Starts to take in events, and to wake those who wait for events, in this instance. */
export function startEvents(options: TakerOptions, following: Following): Events {
  const taker = startTaker(options);
  const onEvents = (organization: string | undefined): void => following.waiters.wake(organization);
  const listener = startListener(options.database, options.log, { onArrived: taker.wake, onEvents });
  return {
    stop: async () => {
      await Promise.all([listener.stop(), taker.stop()]);
    },
  };
}
