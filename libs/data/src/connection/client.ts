import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { Client, type ClientConfig, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { activeSpan, errorKind, spanOf, type Span } from '@partner-ordering/tracing';
import { statementName } from './sql.ts';
import { StatementBatch } from './statement-batch.ts';

/** pg's `query`, which takes texts, statements and cursors, with values and callbacks or without. */
type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

const ending = new AsyncLocalStorage<true>();
const batchableTexts = new Set<string>();

/**
 * Runs the last statements of a transaction. Those whose result nobody needs travel with the next one, at the latest with the commit, which
 * rejects in their place. So nothing outside PostgreSQL may rest on them: an explicit flush before is sent at once.
 */
export const lastStatements = (work: () => Promise<void>): Promise<void> => ending.run(true, work);

/** Marks a statement of our own whose result nobody needs. It is deferred within `lastStatements` only. */
export function batchable<Marked extends { readonly text: string }>(statement: Marked): Marked {
  batchableTexts.add(statement.text);
  return statement;
}

/** MikroORM quotes identifiers, and asks for generated columns by `returning`. */
const isInsertOfEntities = (text: string): boolean => text.startsWith('insert into "') && !text.includes(' returning ');

const isBatchable = (text: string): boolean => ending.getStore() === true && (batchableTexts.has(text) || isInsertOfEntities(text));

const withoutRows = (command: string): QueryResult => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] });

/**
 * A connection of the pool. Within a span, each statement has a span of its own. `begin` and the deferred statements of `lastStatements`
 * travel with the statement after them. The pool gets back no connection that was lost or does not answer.
 */
export class DatabaseClient extends Client {
  readonly #run = super.query.bind(this) as Query;
  #waiting: QueryConfig[] = [];

  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => setImmediate(discard, this as unknown as PoolClient));
  }

  override query: Client['query'] = ((...args: unknown[]) => {
    const statement = statementOf(args);
    const callback = typeof args.at(-1) === 'function' ? (args.at(-1) as Callback) : undefined;
    const active = statement && activeSpan();
    const span = active?.isRecorded ? active.child(spanOf.statement(statement!.text)) : undefined;
    if (!statement || callback) {
      if (this.#waiting.length > 0) throw new Error('A cursor or callback must not follow a deferred statement');
      return this.#run(statement ?? args[0], span && callback ? endingSpan(span, callback) : callback);
    }
    const result = this.#sendOrDefer(statement);
    result.catch((error: unknown) => isUnanswered(error) && giveUp(this as unknown as PoolClient));
    // The span of a deferred statement ends at once: its time counts for the next statement.
    if (span) result.then(() => span.end(), endingSpan(span));
    return result;
  }) as Client['query'];

  async #sendOrDefer(statement: QueryConfig): Promise<unknown> {
    const { text } = statement;
    if (text === 'begin' || (isBatchable(text) && (this.#waiting.length > 0 || this.getTransactionStatus() === 'T'))) {
      this.#waiting.push(statement);
      return withoutRows(text === 'begin' ? 'BEGIN' : 'INSERT');
    }
    const before = this.#waiting;
    this.#waiting = [];
    const isBegun = before[0]?.text !== 'begin';
    if (text === 'rollback') return isBegun ? this.#run(statement) : withoutRows('ROLLBACK');
    return before.length === 0 ? this.#run(statement) : this.#runTogether([...before, statement]);
  }

  #runTogether(statements: QueryConfig[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const batch = new StatementBatch(statements, (this as unknown as { _types: unknown })._types);
      batch.callback = (error, result) => (error ? reject(error as Error) : resolve(result));
      this.#run(batch);
    });
  }
}

/** Of `query(text)`, `query(text, values)` and `query({ text, values, name })`; undefined for what else pg takes, such as a cursor. */
function statementOf([first, second]: unknown[]): QueryConfig | undefined {
  const values = Array.isArray(second) ? { values: second as unknown[] } : {};
  if (typeof first === 'string') {
    // A statement of Kysely in a transaction: PostgreSQL parses and plans it once per connection only if it has a name.
    const name = values.values?.length ? statementName(first, 'tx') : undefined;
    return { text: first, ...values, ...(name !== undefined && { name }) };
  }
  const { text, submit } = (first ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? Object.assign(first as QueryConfig, values) : undefined;
}

/** Has the pool call back in the context of who asked for a connection, not of who freed it. */
export function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Query;
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

/** Whether pg gave up waiting, which leaves the connection as it is. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** Ends a connection that does not answer: its rollback would wait as long again. */
function giveUp(client: PoolClient): void {
  void (client as PoolClient & { end(): Promise<void> }).end();
  setImmediate(discard, client);
}

/** Removes a connection from the pool, where Kysely keeps one whose rollback failed for ever. */
function discard(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was released already, or is not connected yet.
  }
}
