import { setTimeout as delay } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/postgresql';
import type { Database, Transaction } from '@partner-ordering/data';
import type { Log } from '@partner-ordering/messaging';
import { Receipt } from '../domain/receipt.ts';
import { withLock } from '../domain/work-lock.ts';

/** What a task changes in its receipt. */
export type Outcome = (receipt: Receipt, now: Date) => void;

/** Work on a receipt that cannot be done in the transaction that creates it. */
export interface Task {
  name: string;
  /** Condition for the receipts that still need it. They are processed in the order of their creation. */
  pending: Parameters<Transaction['em']['find']>[1];
  /** Does the work. May be called again for the same receipt after a crash. */
  perform(receipt: Receipt): Promise<Outcome>;
  /** Called before the outcome is written. */
  onPerformed?(): void;
}

export interface WorkerOptions {
  database: Database;
  /** Like `Service.write`: publishes what changes. */
  write(work: (tx: Transaction) => Promise<void>): Promise<void>;
  tasks: readonly Task[];
  clock: () => Date;
  log: Log;
}

const BATCH = 20;
const INTERVAL_MS = 250;
const MAX_PAUSE_MS = 60_000;
/** An arbitrary number that no other advisory lock of this database uses. */
const LOCK = 7_226_101;

/**
 * Performs tasks until `stop`. Only one instance works at a time: the one whose session holds the lock. What fails is tried again, after
 * longer and longer pauses.
 */
export function startWorker({ database, write, tasks, clock, log }: WorkerOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const failures = new Map<string, { count: number; again: number }>();

  async function round(task: Task): Promise<number> {
    const isWaiting = ([key, { again }]: [string, { again: number }]): boolean =>
      key.startsWith(`${task.name} `) && again > performance.now();
    const waiting = [...failures].filter(isWaiting).map(([key]) => key.split(' ')[1]!);
    const found = await pendingReceipts(database, task, waiting);
    const outcomes = new Map<string, Outcome>();
    await Promise.all(found.map((receipt) => attempt(task, receipt, outcomes)));
    if (outcomes.size === 0) return 0;
    task.onPerformed?.();
    await write((tx) => applyOutcomes(tx, task, outcomes, clock()));
    return outcomes.size;
  }

  async function attempt(task: Task, receipt: Receipt, outcomes: Map<string, Outcome>): Promise<void> {
    const key = `${task.name} ${receipt.gid}`;
    try {
      outcomes.set(receipt.gid, await task.perform(receipt));
      failures.delete(key);
    } catch (error) {
      const count = (failures.get(key)?.count ?? 0) + 1;
      failures.set(key, { count, again: performance.now() + Math.min(MAX_PAUSE_MS, INTERVAL_MS * 2 ** count) });
      log.warn({ err: error, task: task.name, receipt: receipt.gid }, 'A task failed and will be tried again');
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        let performed = 0;
        await withLock(database, LOCK, async () => {
          for (const task of tasks) performed += await round(task);
        });
        if (performed > 0) continue;
      } catch (error) {
        log.warn({ err: error }, 'Receipts could not be worked on');
      }
      await delay(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const pendingReceipts = ({ orm }: Database, { pending }: Task, waiting: readonly string[]): Promise<Receipt[]> => {
  const where = { $and: [pending as object, { gid: { $nin: [...waiting] } }] };
  return orm.em.fork().find(Receipt, where, { orderBy: { gid: 'asc' }, limit: BATCH });
};

/** Applies outcomes to the receipts that still need them. */
async function applyOutcomes(tx: Transaction, { pending }: Task, outcomes: ReadonlyMap<string, Outcome>, now: Date): Promise<void> {
  const where = { $and: [pending as object, { gid: { $in: [...outcomes.keys()] } }] };
  const receipts = await tx.em.find(Receipt, where, { orderBy: { gid: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
  for (const receipt of receipts) outcomes.get(receipt.gid)!(receipt, now);
}
