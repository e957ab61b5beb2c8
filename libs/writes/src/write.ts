import {
  constraintOf,
  isContentionError,
  lastStatements,
  type ConstraintDetails,
  type Database,
  type Transaction,
} from '@partner-ordering/data';
import { crashPoint, type Relay } from '@partner-ordering/messaging';
import { noAdditions, recordChanges, toolsOf, type Additions, type Recorder, type WriteTools } from './additions.ts';

/** How the work of a transaction ends: `done` commits, the others roll back. `ask` fetches a missing answer, and the work runs again. */
export type Outcome<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'roll back'; answer: Answer }
  | { kind: 'ask'; ask: () => Promise<void> };

export interface WriteOptions<Answer> {
  now: Date;
  traceparent?: string | undefined;
  work: (tx: Transaction, additions: Additions) => Promise<Outcome<Answer>>;
  /** Runs last, before the commit. */
  end?: ((tx: Transaction) => Promise<void>) | undefined;
}

export interface WriteRuntime extends Recorder {
  readonly database: Database;
  readonly relay: Pick<Relay, 'wake'>;
  readonly constraints: ConstraintDetails;
}

const MAX_ATTEMPTS = 4;

/** Commits what `work` changes together with its outbox rows and jobs, and wakes the relay. Runs again after a deadlock. */
export async function runWrite<Answer>(runtime: WriteRuntime, options: WriteOptions<Answer>): Promise<Answer> {
  for (let attempts = 1; ;) {
    const outcome = await attempt(runtime, options);
    switch (outcome.kind) {
      case 'done':
        crashPoint('after-commit');
        runtime.relay.wake();
        return outcome.answer;
      case 'roll back':
        return outcome.answer;
      case 'ask':
        await outcome.ask();
        break;
      case 'retry':
        if (attempts === MAX_ATTEMPTS) throw outcome.error;
        attempts += 1;
    }
  }
}

type Attempt<Answer> = Outcome<Answer> | { kind: 'retry'; error: unknown };

async function attempt<Answer>(runtime: WriteRuntime, options: WriteOptions<Answer>): Promise<Attempt<Answer>> {
  const { database, constraints } = runtime;
  try {
    return await database.transactional((tx) => inTransaction(runtime, options, tx), { commits: ({ kind }) => kind === 'done' });
  } catch (error) {
    if (isContentionError(error) || constraints[constraintOf(error) ?? ''] === 'retry') return { kind: 'retry', error };
    throw error;
  }
}

async function inTransaction<Answer>(
  runtime: WriteRuntime,
  { work, end, ...options }: WriteOptions<Answer>,
  tx: Transaction,
): Promise<Outcome<Answer>> {
  const additions = noAdditions();
  const outcome = await work(tx, additions);
  if (outcome.kind !== 'done') return outcome;
  await lastStatements(() => recordChanges(runtime, tx, additions, options));
  await end?.(tx);
  crashPoint('before-commit');
  return outcome;
}

/** Writes of the service itself, which no request asked for. `end` runs last, before the commit. */
export const writeAlone =
  (runtime: WriteRuntime, clock: () => Date) =>
  (work: (tx: Transaction, tools: WriteTools) => Promise<void>, end?: WriteOptions<void>['end']): Promise<void> => {
    const now = clock();
    return runWrite<void>(runtime, {
      now,
      work: async (tx, additions) => ({
        kind: 'done',
        answer: await work(
          tx,
          toolsOf(() => additions, now),
        ),
      }),
      end,
    });
  };
