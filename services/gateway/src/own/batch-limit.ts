import type { Writable } from 'node:stream';
import type { BatchConfig } from '../config.ts';

/** Of one user so many wait, so that none of them takes all places. */
const WAITING_PER_USER = 8;

interface Waiting {
  user: string;
  begin: () => void;
}

/** Waits for a batch's turn: a few run at once, one per user, until the response closes. False if too many wait or it takes too long. */
export type BatchLimit = (user: string, response: Writable) => Promise<boolean>;

export function createBatchLimit({ atOnce, waiting, waitMs }: BatchConfig): BatchLimit {
  const running = new Set<string>();
  const queue: Waiting[] = [];
  const beginNext = (): void => {
    while (running.size < atOnce) {
      const index = queue.findIndex(({ user }) => !running.has(user));
      if (index < 0) return;
      queue.splice(index, 1)[0]!.begin();
    }
  };
  return (user, response) =>
    new Promise((resolve) => {
      const isFull = queue.length >= waiting || queue.filter((one) => one.user === user).length >= WAITING_PER_USER;
      // A response that is closed would never end its turn.
      if (isFull || response.destroyed) return resolve(false);
      const leave = (): void => {
        clearTimeout(timer);
        if (queue.includes(one)) queue.splice(queue.indexOf(one), 1);
        resolve(false);
      };
      const begin = (): void => {
        clearTimeout(timer);
        running.add(user);
        response.off('close', leave).once('close', () => {
          running.delete(user);
          beginNext();
        });
        resolve(true);
      };
      const timer = setTimeout(leave, waitMs).unref();
      const one = { user, begin };
      response.once('close', leave);
      queue.push(one);
      beginNext();
    });
}
