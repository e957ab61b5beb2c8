/** The feed of an organization's events, read as long as one likes. */
import type { EventFilter } from '../generated/models.ts';
import type { Operations, WebhookEvent } from '../generated/operations.ts';
import { runtimeOf } from './runtime.ts';

/** Which events are followed, from where, and until when. */
export interface FollowOptions {
  /** Where to begin: a cursor from `onCursor`, or `latest` for new events only. By default the oldest event that is kept. */
  after?: string | undefined;
  /** Only events of these types, such as `project.*`; all by default. */
  types?: EventFilter[];
  /** Ends it; the loop then throws the signal's reason. */
  signal?: AbortSignal;
  /** Called with a cursor after all events before it are handled. Store it to resume after a restart. If it throws, so does the loop. */
  onCursor?: (cursor: string) => void | Promise<void>;
}

const PAGE = 100;
/** Seconds for which the service waits for an event, and milliseconds for its answer. */
const [WAIT_SECONDS, ANSWER_WITHIN_MS] = [25, 35_000];
/** An empty page may not have been waited for, as of a service that ends. */
const AFTER_EMPTY_MS = 1_000;

/**
 * Yields all events of an organization in order, kept ones first, until you leave the loop. A repeated event has the same `id`. Throws what
 * the client throws after its last attempt: resume with the last cursor. After `GoneError` (410: events expired) begin without `after`.
 */
export async function* follow(
  api: Pick<Operations, 'listEvents'>,
  organization: string,
  options: FollowOptions = {},
): AsyncGenerator<WebhookEvent, never, undefined> {
  const { types, signal, onCursor } = options;
  const { sleep } = runtimeOf(api);
  const query = { limit: PAGE, ...(types && { types }) };
  const call = { timeoutMs: ANSWER_WITHIN_MS, ...(signal && { signal }) };
  for (let after = options.after; ;) {
    // The first answer comes at once, so that there is a cursor to store.
    const isWaiting = after !== undefined && after !== 'latest';
    const page = await api.listEvents(
      organization,
      { ...query, ...(after !== undefined && { after }), ...(isWaiting && { wait: WAIT_SECONDS }) },
      call,
    );
    for (const event of page.items) {
      yield event as WebhookEvent;
      signal?.throwIfAborted();
    }
    if (page.next !== after) await onCursor?.(page.next);
    after = page.next;
    if (isWaiting && page.items.length === 0 && !page.has_more) await sleep(AFTER_EMPTY_MS, signal);
  }
}
