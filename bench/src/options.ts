import type { Dataset } from './dataset.ts';

/** The parts of a run and their durations. */
export interface Options extends Dataset {
  /** Measured time per operation and side, in slots of about two seconds. */
  seconds: number;
  /** Load before that time, which does not count: V8 goes on optimizing an order's code for some 3,000 orders. */
  warmUpSeconds: number;
  /** The parts of the benchmark that run. */
  parts: readonly string[];
  /** The content codings that the requests accept; undefined for answers as they are. */
  encoding: string | undefined;
}

/** Reads `BENCH_PROJECTS`, `BENCH_SECONDS`, `BENCH_ONLY` and `BENCH_ENCODING`. */
export function readOptions(environment: NodeJS.ProcessEnv): Options {
  const projects = Number(environment['BENCH_PROJECTS'] ?? 1_000_000);
  const seconds = Number(environment['BENCH_SECONDS'] ?? 10);
  const organizations = Math.max(1, Math.round(projects / 1000));
  return {
    projects,
    organizations,
    users: organizations * 20,
    seconds,
    warmUpSeconds: Math.min(20, 2 * seconds),
    parts: (environment['BENCH_ONLY'] ?? 'get,list,post').split(','),
    encoding: environment['BENCH_ENCODING'],
  };
}
