import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Client, Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { outcomeUnknown } from '@partner-ordering/kernel';
import { activeSpan, errorKind, spanOf, type Span } from '@partner-ordering/tracing';
import { isConnectionError, isReadOnly, isTimeout } from './connection-errors.ts';
import { isInBackground } from './connection-queue.ts';
import { SessionClient, type SessionConfig } from './session.ts';
import { namedStatement } from './sql.ts';
import { StatementBatch } from './statement-batch.ts';

/** pg's `query`, which takes texts, statements and cursors, with values and callbacks or without. */
type RunQuery = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** `last`: the last statements of a transaction run. `unread`: one of them, whose result nobody reads. */
const scope = new AsyncLocalStorage<'last' | 'unread'>();

/**
 * Runs the last statements of a transaction. Those that are `deferrable` travel with the next one, at the latest with the commit, which
 * rejects in their place. So nothing outside PostgreSQL may rest on them: an explicit flush before is sent at once.
 */
export const lastStatements = (work: () => Promise<void>): Promise<void> => scope.run('last', work);

/** Sends statements whose results nobody reads: they are empty where a statement is deferred, within `lastStatements` only. */
export const deferrable = <Result>(send: () => Promise<Result>): Promise<Result> =>
  scope.getStore() === 'last' ? scope.run('unread', send) : send();

/** The limit of the transaction that a list alone is. Who waits for a lock ends sooner, and is not called expensive. */
const limitOfList = { name: 'list', text: `select set_config('statement_timeout', '2s', true)` };

/** A transaction of jobs or events begins with it: nobody waits for them, and a number series may be locked for long. */
const lockTimeoutInBackground = { name: 'background', text: `select set_config('lock_timeout', '3s', true)` };

const withoutRows = (command: string): QueryResult => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] });

/**
 * A connection of the pool, or a pipe. Within a span, each statement has a span of its own. `begin` and the deferred statements of
 * `lastStatements` travel with the statement after them. The pool gets back no connection that was lost, is silent or takes no writes.
 */
export class DatabaseClient extends SessionClient {
  readonly #run = super.query.bind(this) as RunQuery;
  #deferred: QueryConfig[] = [];

  constructor(config?: SessionConfig) {
    super(config);
    this.on('error', () => setImmediate(discard, this as unknown as PoolClient));
  }

  override query: Client['query'] = ((...args: unknown[]) => {
    const statement = statementOf(args);
    const callback = typeof args.at(-1) === 'function' ? (args.at(-1) as Callback) : undefined;
    const active = statement && activeSpan();
    const span = active?.isRecorded ? active.child(spanOf.statement(statement!.text)) : undefined;
    if (!statement || callback) {
      if (this.#deferred.length > 0) throw new Error('A cursor or callback must not follow a deferred statement');
      const finish = span && callback ? endingSpan(span, callback) : callback;
      return this.#run(
        statement?.isOfList && finish ? new StatementBatch(this, [limitOfList, statement], finish) : (statement ?? args[0]),
        finish,
      );
    }
    const sent = this.#sendOrDefer(statement);
    sent.catch((error: unknown) => {
      nameStatement(error, statement.text);
      if (isUnanswered(error) || isReadOnly(error)) endConnection(this as unknown as PoolClient);
    });
    const result = statement.text === 'commit' ? sent.catch(rethrowFromCommit) : sent;
    // The span of a deferred statement ends at once: its time counts for the next statement.
    if (span) result.then(() => span.end(), endingSpan(span));
    return result;
  }) as Client['query'];

  async #sendOrDefer(statement: QueryConfig): Promise<unknown> {
    const { text } = statement;
    const isDeferred = scope.getStore() === 'unread' && (this.#deferred.length > 0 || this.getTransactionStatus() === 'T');
    if (text === 'begin' || isDeferred) {
      this.#deferred.push(statement, ...(text === 'begin' && isInBackground() ? [lockTimeoutInBackground] : []));
      return withoutRows(text === 'begin' ? 'BEGIN' : 'INSERT');
    }
    const before = this.#deferred;
    this.#deferred = [];
    const isBegun = before[0]?.text !== 'begin';
    if (text === 'rollback') return isBegun ? this.#run(statement) : withoutRows('ROLLBACK');
    if (before.length === 0) return this.#run(statement);
    return new Promise((resolve, reject) => {
      const finish: Callback = (error, result) => (error ? reject(error as Error) : resolve(result));
      this.#run(new StatementBatch(this, [...before, statement], finish));
    });
  }
}

type ListedQuery = QueryConfig & { isOfList?: boolean | undefined };

/** The statement of `query(text)`, `query(text, values)` or `query({ text, values, name })`; undefined for others, such as a cursor. */
function statementOf([first, second]: unknown[]): ListedQuery | undefined {
  const values = Array.isArray(second) ? { values: second as unknown[] } : {};
  if (typeof first === 'string') {
    // A statement of Kysely in a transaction: PostgreSQL parses and plans it once per connection only if it has a name.
    const name = values.values?.length ? namedStatement(first, first.startsWith('update "') ? 'update' : 'tx')?.name : undefined;
    return { text: first, ...values, ...(name !== undefined && { name }) };
  }
  const { text, submit } = (first ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? Object.assign(first as QueryConfig, values) : undefined;
}

/** Has the pool call back in the context of who asked for a connection, not of who freed it. */
export function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as RunQuery;
  pool.connect = ((callback?: Callback) =>
    callback && activeSpan() ? connect(AsyncResource.bind(callback)) : connect(callback)) as Pool['connect'];
}

/** A callback of pg that ends the span, then calls `callback`. */
const endingSpan =
  (span: Span, callback?: Callback): Callback =>
  (error, ...rest) => {
    span.end(error ? { error: errorKind(error) } : {});
    callback?.(error, ...rest);
  };

/** Has the message of a time-out say which statement took too long: `…: select project`. */
export function nameStatement(error: unknown, text: string): void {
  if (isTimeout(error)) (error as Error).message += `: ${spanOf.statement(text).name}`;
}

/** Whether pg gave up waiting, which leaves the connection as it is. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** PostgreSQL may have committed before the connection was lost, unless pg says that it did not even send the statement. */
function rethrowFromCommit(error: unknown): never {
  const isSent = !(error as Error).message.includes('not queryable');
  throw isSent && isConnectionError(error) && !isReadOnly(error) ? outcomeUnknown(error) : error;
}

/** Ends a connection that does not answer, whose rollback would wait as long again, or one to a database that takes no writes. */
function endConnection(client: PoolClient): void {
  void (client as PoolClient & { end(): Promise<void> }).end();
  setImmediate(discard, client);
}

/** Removes a connection from the pool, where Kysely keeps one whose rollback failed for ever. */
function discard(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was released already, is not connected yet, or is a pipe.
  }
}
