import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, type QueryConfig, type QueryResult } from 'pg';
import { StatementBatch } from './statement-batch.ts';

/** pg's `query`, which takes texts, statements and cursors, with values and callbacks or without. */
export type Query = (...args: unknown[]) => unknown;

const ending = new AsyncLocalStorage<true>();
const deferred = new Set<string>();

/**
 * Runs the last statements of a transaction. Those whose result nobody needs travel with the next one, at the latest with the commit, which
 * rejects in their place. So nothing outside PostgreSQL may rest on them: an explicit flush before is sent at once.
 */
export const lastStatements = (work: () => Promise<void>): Promise<void> => ending.run(true, work);

/** Marks a statement of our own whose result nobody needs. It is deferred within `lastStatements` only. */
export function deferrable<Marked extends { readonly text: string }>(statement: Marked): Marked {
  deferred.add(statement.text);
  return statement;
}

/** MikroORM quotes identifiers, and asks for generated columns by `returning`. */
const isInsertOfEntities = (text: string): boolean => text.startsWith('insert into "') && !text.includes(' returning ');

const isDeferrable = (text: string): boolean => ending.getStore() === true && (deferred.has(text) || isInsertOfEntities(text));

const withoutRows = (command: string): QueryResult => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] });

/** Sends `begin`, and the deferred ones of `lastStatements`, together with the statement after them: one round trip instead of several. */
export class BatchingClient extends Client {
  #waiting: QueryConfig[] = [];

  /** Sends or defers a statement. Takes the arguments of `query`, and returns what it does. */
  protected send(args: unknown[]): unknown {
    const statement = statementOf(args);
    if (!statement && this.#waiting.length > 0) throw new Error('A cursor or callback must not follow a deferred statement');
    if (!statement) return this.#run(...args);
    const { text } = statement;
    if (text === 'begin' || (isDeferrable(text) && this.#isInTransaction)) {
      this.#waiting.push(statement);
      return Promise.resolve(withoutRows(text === 'begin' ? 'BEGIN' : 'INSERT'));
    }
    if (this.#waiting.length === 0) return this.#run(...args);
    const before = this.#waiting;
    this.#waiting = [];
    const isBegun = before[0]!.text !== 'begin';
    if (text === 'rollback') return isBegun ? this.#run(...args) : Promise.resolve(withoutRows('ROLLBACK'));
    return this.#runTogether([...before, statement]);
  }

  get #isInTransaction(): boolean {
    return this.#waiting.length > 0 || this.getTransactionStatus() === 'T';
  }

  #runTogether(statements: QueryConfig[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const batch = new StatementBatch(statements, (this as unknown as { _types: unknown })._types);
      batch.callback = (error, result) => (error ? reject(error as Error) : resolve(result));
      this.#run(batch);
    });
  }

  #run(...args: unknown[]): unknown {
    return (super.query as Query).apply(this, args);
  }
}

/** Of a string or a statement; undefined for what is neither, such as a cursor. */
export function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}

/** Of `query(text)`, `query(text, values)` and `query({ text, values, name })`; undefined for what else pg takes. */
function statementOf([first, values, callback]: unknown[]): QueryConfig | undefined {
  const text = textOf(first);
  if (text === undefined || typeof values === 'function' || callback !== undefined) return undefined;
  return typeof first === 'string' ? { text, ...(Array.isArray(values) && { values }) } : (first as QueryConfig);
}
