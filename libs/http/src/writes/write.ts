import { retry, type Principal } from '@partner-ordering/kernel';
import { isContentionError, type Database, type Transaction } from '@partner-ordering/data';
import { crashPoint, recordEvents, type FactRecord, type Relay } from '@partner-ordering/messaging';
import { constraintOf, type ConstraintDetails } from '../response/errors.ts';
import { earlierReply, keepReply, type IdempotentRequest } from './idempotency.ts';
import type { Reply } from '../response/replies.ts';
import type { Publications } from './publications.ts';

/** What runs inside the transaction. The principal has the rights of this moment. */
export type Effect = (tx: Transaction, principal: Principal | undefined, facts: FactRecord[]) => Promise<Reply>;

export interface WriteOptions {
  now: Date;
  traceparent: string | undefined;
  /** Reads who acts in the transaction; undefined for public operations. */
  principal: ((tx: Transaction) => Promise<Principal>) | undefined;
  idempotent: (() => IdempotentRequest | undefined) | undefined;
  effect: Effect;
}

/** What a write needs. */
export interface WriteRuntime {
  /** Bare name of the service: `ordering`. */
  readonly name: string;
  readonly database: Database;
  readonly publications: Publications;
  readonly relay: Pick<Relay, 'wake'>;
  readonly constraints: ConstraintDetails;
}

const MAX_ATTEMPTS = 4;

/**
 * Runs a write: idempotency key, entities and outbox rows commit together. A transaction that lost a deadlock runs
 * again. After the commit the relay is woken, and nothing can be lost any more.
 */
export async function write(runtime: WriteRuntime, options: WriteOptions): Promise<Reply> {
  const isPassing = (error: unknown): boolean => isWorthAnotherRun(runtime, error);
  try {
    const run = () => runtime.database.transactional((tx) => inTransaction(runtime, options, tx));
    const answer = await retry(run, { isPassing, maxAttempts: MAX_ATTEMPTS });
    crashPoint('after-commit');
    runtime.relay.wake();
    return answer;
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

/** Thrown to roll back a transaction whose answer is sent nevertheless. */
class RolledBack extends Error {
  readonly answer: Reply;

  constructor(answer: Reply) {
    super('Rolled back');
    this.answer = answer;
  }
}

const isWorthAnotherRun = ({ constraints }: WriteRuntime, error: unknown): boolean =>
  isContentionError(error) || constraints[constraintOf(error) ?? ''] === 'again';

async function inTransaction(runtime: WriteRuntime, options: WriteOptions, tx: Transaction): Promise<Reply> {
  const principal = await options.principal?.(tx);
  const idempotent = principal && options.idempotent?.();
  const earlier = idempotent && (await earlierReply(tx, idempotent));
  if (earlier) return earlier;

  const facts: FactRecord[] = [];
  const answer = await options.effect(tx, principal, facts);
  if (answer.isRolledBack) throw new RolledBack(answer);
  await tx.em.flush();
  const records = await runtime.publications.collect(tx, facts);
  await recordEvents(tx, runtime.name, records, { now: options.now, traceparent: options.traceparent });
  if (idempotent && answer.status < 300) await keepReply(tx, idempotent, answer);
  crashPoint('before-commit');
  return answer;
}
