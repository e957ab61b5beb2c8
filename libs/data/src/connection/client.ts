import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { type Client, Query, type Connection, type Pool, type PoolClient, type QueryConfig, type QueryResult, type Submittable } from 'pg';
import { outcomeUnknown } from '@partner-ordering/kernel';
import { activeSpan, errorKind, spanOf, type Span } from '@partner-ordering/tracing';
import { isConnectionError, isReadOnly, isTimeout } from './connection-errors.ts';
import { isInBackground } from './places.ts';
import { SessionClient, type SessionConfig } from './session.ts';
import { namedStatement } from './sql.ts';

/** pg's `query`, which takes texts, statements and cursors, with values and callbacks or without. */
type RunQuery = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

const lastStatementsScope = new AsyncLocalStorage<true>();
const batchableTexts = new Set<string>();

/**
 * Runs the last statements of a transaction. Those whose result nobody needs travel with the next one, at the latest with the commit, which
 * rejects in their place. So nothing outside PostgreSQL may rest on them: an explicit flush before is sent at once.
 */
export const lastStatements = (work: () => Promise<void>): Promise<void> => lastStatementsScope.run(true, work);

/** Marks a statement of our own whose result nobody needs. It is deferred within `lastStatements` only. */
export function batchable<Marked extends { readonly text: string }>(statement: Marked): Marked {
  batchableTexts.add(statement.text);
  return statement;
}

/** Whether nobody needs the result: marked statements, and inserts of MikroORM, which asks for generated columns by `returning`. */
const isBatchable = (text: string): boolean =>
  batchableTexts.has(text) || (text.startsWith('insert into "') && !text.includes(' returning '));

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
      return this.#run(statement?.isOfList && finish ? this.#batch([limitOfList, statement], finish) : (statement ?? args[0]), finish);
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
    const isDeferrable = lastStatementsScope.getStore() === true && (this.#deferred.length > 0 || this.getTransactionStatus() === 'T');
    if (text === 'begin' || (isDeferrable && isBatchable(text))) {
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
      this.#run(this.#batch([...before, statement], finish));
    });
  }

  #batch(statements: readonly QueryConfig[], finish: Callback): StatementBatch {
    return new StatementBatch(statements, (this as unknown as { _types: unknown })._types, finish);
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

/** The members of the running query that pg's client uses; @types/pg has only `submit`. */
interface RunningQuery {
  submit(connection: Connection): Error | null;
  readonly _result: { _types: unknown };
  readonly name?: string;
  readonly text: string;
  callback: (error: unknown, result?: unknown) => void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

type StatementNames = Readonly<{ submittedNamedStatements: Record<string, unknown> }>;

/**
 * Several statements that travel together and end with one Sync (PostgreSQL's protocol, "Extended Query", "Pipelining"). The result is that
 * of the last one. After a failed statement PostgreSQL skips the others, so a commit at the end happens only if all succeed.
 */
class StatementBatch implements Submittable {
  /** pg's client puts its time limit around it. */
  callback: RunningQuery['callback'];
  /** The statement whose result comes next, and those after it. */
  #running: readonly RunningQuery[];

  constructor(statements: readonly QueryConfig[], types: unknown, callback: RunningQuery['callback']) {
    this.callback = callback;
    this.#running = statements.map((statement) => {
      const query = new Query({ ...statement, queryMode: 'extended' } as QueryConfig) as unknown as RunningQuery;
      query._result._types = types;
      return query;
    });
    this.#running.at(-1)!.callback = (error, result) => this.callback(error, result);
  }

  get name(): string | undefined {
    return this.#running[0]!.name;
  }

  get text(): string {
    return this.#running[0]!.text;
  }

  /** Writes all messages at once. What pg itself refuses ends the connection: the statements after it must not be carried out. */
  submit(connection: Connection): null {
    const withoutSync = Object.create(connection, { sync: { value: () => {} } }) as Connection;
    const last = this.#running.at(-1);
    const refuse = (error: unknown): void => void (error && connection.stream.destroy(error as Error));
    connection.stream.cork();
    try {
      for (const query of this.#running) {
        if (query !== last) query.callback = refuse;
        refuse(query.submit(query === last ? connection : withoutSync));
      }
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#running[0]!.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#running[0]!.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#running[0]!.handleCommandComplete(message, connection);
    if (this.#running.length > 1) this.#running = this.#running.slice(1);
  }

  handleReadyForQuery(connection: Connection): void {
    this.#running.at(-1)!.handleReadyForQuery(connection);
  }

  /** The statements after the failed one were skipped, so PostgreSQL does not know their names. */
  handleError(error: unknown, connection: Connection): void {
    const { submittedNamedStatements } = connection as Connection & StatementNames;
    for (const { name } of this.#running) if (name !== undefined) delete submittedNamedStatements[name];
    this.callback(error);
  }
}
