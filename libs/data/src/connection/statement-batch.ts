import { Query, type Client, type Connection, type QueryConfig, type Submittable } from 'pg';

// The one file that uses private members of pg; statement-batch.unit.test.ts names those that a version lacks.

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

type ClientTypes = Readonly<{ _types: unknown }>;
type StatementNames = Readonly<{ submittedNamedStatements: Record<string, unknown> }>;

/**
 * Several statements that travel together and end with one Sync (PostgreSQL's protocol, "Extended Query", "Pipelining"). The result is that
 * of the last one. After a failed statement PostgreSQL skips the others, so a commit at the end happens only if all succeed.
 */
export class StatementBatch implements Submittable {
  /** pg's client puts its time limit around it. */
  callback: RunningQuery['callback'];
  /** The statement whose result comes next, and those after it. */
  #running: readonly RunningQuery[];

  constructor(client: Client, statements: readonly QueryConfig[], callback: RunningQuery['callback']) {
    const types = (client as unknown as ClientTypes)._types;
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
