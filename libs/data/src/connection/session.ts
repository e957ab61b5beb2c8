import { Client, escapeLiteral, type ClientConfig, type Pool, type PoolClient, type QueryResult } from 'pg';

export interface SessionConfig extends ClientConfig {
  /** What PostgreSQL is told once the connection is made: `{ statement_timeout: '8s' }`. */
  settings?: Readonly<Record<string, string>>;
  /** The options that files may change, read for each connection; see `currentOptions`. */
  current?: () => ClientConfig;
  /** All open connections with these options. */
  open?: Set<SessionClient>;
}

/** Answers `on` in a standby, and where `default_transaction_read_only` is set. */
export const IS_READ_ONLY = 'show transaction_read_only';

/** The `maxLifetimeSeconds` of pools and of other connections with their options: one to an old address, an old primary's, ends by then. */
export const CONNECTION_LIFETIME_S = 600;

type Connected = (error?: Error | null) => void;

/**
 * A connection that has its `settings` before anybody uses it. They are set by a statement, since PgBouncer refuses them in the startup
 * message, or ignores them. It also lets a client connect for which it has no server: only an answer says that there is one. `connect` also
 * throws like `refuseReadOnly`.
 */
export class SessionClient extends Client {
  readonly #settings: Readonly<Record<string, string>>;
  readonly #open: Set<SessionClient>;

  constructor(config: SessionConfig = {}) {
    super(config.current ? (Object.assign(Object.create(config), config.current()) as SessionConfig) : config);
    this.#settings = config.settings ?? {};
    this.#open = config.open ?? new Set();
    // A pool listens once it has the connection; an error before that, which rejects `connect`, would end the process.
    this.on('error', () => undefined);
  }

  override connect: Client['connect'] = ((connected?: Connected) => {
    const made = this.#connect();
    return connected ? void made.then(() => connected(null), connected) : made;
  }) as Client['connect'];

  /** The time limit of a pool for a new connection includes the answer. */
  async #connect(): Promise<void> {
    await super.connect();
    this.#open.add(this);
    this.once('end', () => this.#open.delete(this));
    const statements = Object.entries(this.#settings).map(([name, value]) => `set ${name} = ${escapeLiteral(value)}`);
    try {
      const results: unknown = await super.query([...statements, IS_READ_ONLY].join('; '));
      this.refuseReadOnly([results].flat().at(-1) as QueryResult);
    } catch (error) {
      void this.end();
      throw error;
    }
  }

  /**
   * Takes the answer to `IS_READ_ONLY`. Where the database takes no writes, it throws an error that `isReadOnly` knows, and ends all open
   * connections: another server may be the primary now.
   */
  refuseReadOnly({ rows: [row] }: QueryResult<{ transaction_read_only: string }>): void {
    if (row!.transaction_read_only !== 'on') return;
    for (const { connection } of this.#open) connection.stream.destroy();
    throw Object.assign(new Error('the database takes no writes'), { code: '25006' });
  }
}

/** A pooler before the database keeps no sessions. Waiting does not help. */
export class SessionNotKept extends Error {}

/** While others use a pooler, a connection may have the same server a few times. */
const ROUNDS = 10;

/** Throws `SessionNotKept` when one of two connections has no session of its own, or has lost its `statement_timeout`. */
export async function refuseSharedSessions(pool: Pool, timeout: string): Promise<void> {
  const text = `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout`;
  const pids: number[] = [];
  const clients: PoolClient[] = [];
  try {
    while (clients.length < 2) clients.push(await pool.connect());
    // In turn: a pooler that is not in session mode, and that nobody else uses, has the same server answer both.
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, client] of clients.entries()) {
        const [found] = (await client.query<{ pid: number; timeout: string }>(text)).rows;
        if (found!.timeout !== timeout) refuse(`statement_timeout is ${found!.timeout}, not ${timeout}`);
        pids[index] ??= found!.pid;
        if (pids.indexOf(found!.pid) !== index) refuse('connections share sessions and their statement_timeout');
      }
  } finally {
    for (const client of clients) client.release();
  }
}

function refuse(what: string): never {
  throw new SessionNotKept(`${what}: the pooler before PostgreSQL, such as PgBouncer, must have pool_mode=session`);
}
