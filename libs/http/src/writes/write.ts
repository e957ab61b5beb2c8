import { retry, type Principal } from '@partner-ordering/kernel';
import { isContentionError, lastStatements, type Database, type Transaction } from '@partner-ordering/data';
import { crashPoint, type Relay } from '@partner-ordering/messaging';
import { constraintOf, type ConstraintDetails } from '../response/errors.ts';
import { noAdditions, recordChanges, toolsOf, type Additions, type Recorder, type WriteTools } from './additions.ts';
import { earlierReply, keepReply, type IdempotentRequest } from './idempotency.ts';
import { noContent, type Reply } from '../response/replies.ts';

/** Runs inside the transaction. The principal has the rights of this moment. */
export type Effect = (tx: Transaction, principal: Principal | undefined, additions: Additions) => Promise<Reply>;

export interface WriteOptions {
  now: Date;
  traceparent: string | undefined;
  /** Reads the caller in the transaction; undefined for public operations. */
  principal: ((tx: Transaction) => Promise<Principal>) | undefined;
  idempotent: (() => IdempotentRequest | undefined) | undefined;
  effect: Effect;
  /** Runs last, before the commit. */
  end?: (tx: Transaction) => Promise<void>;
}

export interface WriteRuntime extends Recorder {
  readonly database: Database;
  readonly relay: Pick<Relay, 'wake'>;
  readonly constraints: ConstraintDetails;
}

const MAX_ATTEMPTS = 4;

/** Commits idempotency key, entities, outbox rows and jobs together. Runs again after a deadlock. Then wakes the relay. */
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

/** Writes of the service itself, which no request asked for. `end` runs last, before the commit. */
export const writeAlone =
  (runtime: WriteRuntime, clock: () => Date) =>
  async (work: (tx: Transaction, tools: WriteTools) => Promise<void>, end?: WriteOptions['end']): Promise<void> => {
    const now = clock();
    const effect: Effect = async (tx, _principal, additions) => {
      const tools = toolsOf(() => additions, now);
      return work(tx, tools).then(noContent);
    };
    await write(runtime, { now, traceparent: undefined, principal: undefined, idempotent: undefined, effect, ...(end && { end }) });
  };

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

  const additions = noAdditions();
  const answer = await options.effect(tx, principal, additions);
  if (answer.isRolledBack) throw new RolledBack(answer);
  await lastStatements(async () => {
    await recordChanges(runtime, tx, additions, options);
    if (idempotent && answer.status < 300) await keepReply(tx, idempotent, answer);
  });
  await options.end?.(tx);
  crashPoint('before-commit');
  return answer;
}
