/** What a run measures, and for how long. */
export interface Options {
  organizations: number;
  users: number;
  projects: number;
  /** Measured time per operation and side, in slots of about two seconds. */
  seconds: number;
  warmUpSeconds: number;
  connections: number;
  /** Connections of each side to PostgreSQL. */
  poolSize: number;
  /** Of gateway and ordering; production's default is `info`. */
  logLevel: string;
  /** Folder of the databases, kept for the next run; undefined means a temporary folder. */
  dataDir: string | undefined;
  /** Folder for CPU profiles of the services. */
  profileDir: string | undefined;
  /** The parts of the benchmark that run: of `npm run bench` some of `get,list,post`. */
  only: readonly string[];
}

/** Every figure can be changed for a quick run: `BENCH_PROJECTS=20000 BENCH_SECONDS=2 npm run bench`. Throws on what is no number. */
export function readOptions(environment: NodeJS.ProcessEnv): Options {
  const number = (name: string, fallback: number): number => {
    const value = Number(environment[name] ?? fallback);
    if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a number greater than 0`);
    return value;
  };
  const projects = number('BENCH_PROJECTS', 1_000_000);
  const organizations = number('BENCH_ORGANIZATIONS', Math.max(1, Math.round(projects / 1000)));
  return {
    projects,
    organizations,
    users: number('BENCH_USERS', organizations * 20),
    seconds: number('BENCH_SECONDS', 10),
    warmUpSeconds: number('BENCH_WARM_UP_SECONDS', 3),
    connections: number('BENCH_CONNECTIONS', 32),
    poolSize: number('BENCH_POOL_SIZE', 10),
    logLevel: environment['BENCH_LOG_LEVEL'] ?? 'info',
    dataDir: environment['BENCH_DATA_DIR'],
    profileDir: environment['BENCH_PROFILE_DIR'],
    only: (environment['BENCH_ONLY'] ?? 'get,list,post').split(','),
  };
}
