import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import { addJobs, type NewJob } from '@partner-ordering/jobs';

/** Adds jobs in transactions and wakes the worker after their commits. One per database. */
export class JobQueue implements EventSubscriber {
  readonly #wake: () => void;
  readonly #adding = new WeakSet<EntityManager>();

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  async add(tx: Transaction, jobs: readonly NewJob[], now: Date): Promise<void> {
    if (jobs.length === 0) return;
    this.#adding.add(tx.em);
    await addJobs(tx, jobs, now);
  }

  afterTransactionCommit({ em }: TransactionEventArgs): void {
    if (this.#adding.has(em as EntityManager)) this.#wake();
  }
}
