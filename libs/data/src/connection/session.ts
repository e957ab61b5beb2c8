import { Client, escapeLiteral, type ClientConfig, type Pool, type PoolClient } from 'pg';

/** Options of a connection, with what PostgreSQL is told once it is made: `{ statement_timeout: '8s' }`. */
export interface SessionConfig extends ClientConfig {
  settings?: Readonly<Record<string, string>>;
}

type Connected = (error?: Error | null) => void;

/**
 * A connection that has its `settings` before anybody uses it. They are set by a statement, since PgBouncer refuses them in the startup
 * message, or ignores them. It also lets a client connect for which it has no server: only an answer says that there is one.
 */
export class SessionClient extends Client {
  readonly #settings: Readonly<Record<string, string>>;

  constructor(config: SessionConfig = {}) {
    super(config);
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

/** Throws `SessionNotKept` when two connections share one session, or have lost their `statement_timeout`. */
export async function refuseSharedSessions(pool: Pool, timeout: string): Promise<void> {
  const text = `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout`;
  const pids = new Set<number>();
  const clients: PoolClient[] = [];
  try {
    // One after the other: a pooler that is not in session mode has the same server answer both.
    while (clients.length < 2) {
      const client = await pool.connect();
      clients.push(client);
      const [found] = (await client.query<{ pid: number; timeout: string }>(text)).rows;
      if (found!.timeout !== timeout) refuse(`statement_timeout is ${found!.timeout}, not ${timeout}`);
      if (pids.has(found!.pid)) refuse('two connections share a session and its statement_timeout');
      pids.add(found!.pid);
    }
  } finally {
    for (const client of clients) client.release();
  }
}

function refuse(what: string): never {
  throw new SessionNotKept(`${what}: the pooler before PostgreSQL, such as PgBouncer, must have pool_mode=session`);
}
