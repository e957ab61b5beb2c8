/** Thrown at once when no more work may wait. */
export class QueueFull extends Error {
  /** Only the client's own share is full. */
  readonly isOwn: boolean;
  /** How many wait, of all clients. */
  readonly waiting: number;

  constructor(isOwn: boolean, waiting: number) {
    super('The queue is full');
    this.isOwn = isOwn;
    this.waiting = waiting;
  }
}

export interface FairQueueOptions {
  /** How much work runs at the same time. */
  concurrency: number;
  /** How much waits at most, of all clients and of one. */
  mostWaiting: number;
  mostWaitingOfOne: number;
}

/**
 * Work of several clients, of which one cannot hold up the others: they take turns, and who has most waiting gives way to those with less.
 */
export interface FairQueue {
  /**
   * Runs work when it is the client's turn. Rejects with `QueueFull` instead of waiting in a queue that is full, or when a client with less
   * waiting needs the place; the work has not begun then.
   */
  run<Result>(client: string, work: () => Promise<Result>): Promise<Result>;
  /** How much waits now, of all clients. */
  readonly waiting: number;
}

interface Waiting {
  begin: () => void;
  refuse: (error: QueueFull) => void;
}

export function fairQueue({ concurrency, mostWaiting, mostWaitingOfOne }: FairQueueOptions): FairQueue {
  /** By client, whose turn it is first; a client that nobody waits for is not in it. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function makeRoom(client: string): void {
    const own = lines.get(client)?.length ?? 0;
    if (own >= mostWaitingOfOne) throw new QueueFull(true, waiting);
    if (waiting < mostWaiting) return;
    const refused = lastOfLongest(lines.values(), own + 1);
    if (refused === undefined) throw new QueueFull(false, waiting);
    refused.refuse(new QueueFull(true, waiting));
    waiting -= 1;
  }

  function turnOf(client: string): Promise<void> {
    waiting += 1;
    return new Promise((begin, refuse) => {
      const line = lines.get(client);
      if (line) line.push({ begin, refuse });
      else lines.set(client, [{ begin, refuse }]);
    });
  }

  /** The place that has become free goes to the next client, who then stands behind all others. */
  function handOver(): void {
    const [next] = lines;
    if (next === undefined) return void (running -= 1);
    const [client, line] = next;
    const { begin } = line.shift()!;
    lines.delete(client);
    if (line.length > 0) lines.set(client, line);
    waiting -= 1;
    begin();
  }

  async function run<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    if (running < concurrency) running += 1;
    else {
      makeRoom(client);
      await turnOf(client);
    }
    try {
      return await work();
    } finally {
      handOver();
    }
  }

  return {
    run,
    get waiting() {
      return waiting;
    },
  };
}

/** Takes it out of the longest line, if more wait there than this. So a few clients cannot fill the queue for all. */
function lastOfLongest(lines: Iterable<Waiting[]>, most: number): Waiting | undefined {
  const longest = [...lines].reduce((found, line) => (line.length > found.length ? line : found), []);
  return longest.length > most ? longest.pop() : undefined;
}
