import type { Dataset } from './dataset.ts';

/** What a run measures, and for how long. */
export interface Options extends Dataset {
  /** Measured time per operation and side, in slots of about two seconds. */
  seconds: number;
  connections: number;
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
  const organizations = Math.max(1, Math.round(projects / 1000));
  return {
    projects,
    organizations,
    users: organizations * 20,
    seconds: number('BENCH_SECONDS', 10),
    connections: number('BENCH_CONNECTIONS', 32),
    only: (environment['BENCH_ONLY'] ?? 'get,list,post').split(','),
  };
}
