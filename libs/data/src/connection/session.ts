import { Client, escapeLiteral, type ClientConfig, type Pool, type PoolClient } from 'pg';

/** Options of a connection, with what PostgreSQL is told once it is made: `{ statement_timeout: '8s' }`. */
export interface SessionConfig extends ClientConfig {
  settings?: Readonly<Record<string, string>>;
  /** The options that files may change, read for each connection; see `currentOptions`. */
  current?: () => ClientConfig;
}

type Connected = (error?: Error | null) => void;

/**
 * A connection that has its `settings` before anybody uses it. They are set by a statement, since PgBouncer refuses them in the startup
 * message, or ignores them. It also lets a client connect for which it has no server: only an answer says that there is one.
 */
export class SessionClient extends Client {
  readonly #settings: Readonly<Record<string, string>>;

  constructor(config: SessionConfig = {}) {
    super(config.current ? (Object.assign(Object.create(config), config.current()) as SessionConfig) : config);
    this.#settings = config.settings ?? {};
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
    const statements = Object.entries(this.#settings).map(([name, value]) => `set ${name} = ${escapeLiteral(value)}`);
    try {
      await super.query(statements.join('; ') || 'select');
    } catch (error) {
      void this.end();
      throw error;
    }
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
