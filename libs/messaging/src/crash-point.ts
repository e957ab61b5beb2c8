const crashAt = process.env['CRASH_AT'];

/** Where a process can be made to die, so that tests can prove that nothing is lost or done twice around each commit. */
export type CrashPoint = 'before-commit' | 'after-commit' | 'relay-after-append' | 'consumer-before-commit' | 'consumer-after-commit';

/** Kills the process without any clean-up if the environment variable `CRASH_AT` names this point. For tests only. */
export function crashPoint(name: CrashPoint): void {
  if (crashAt === name) process.kill(process.pid, 'SIGKILL');
}
