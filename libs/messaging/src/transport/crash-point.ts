const [crashAt, nth = '1'] = (process.env['CRASH_AT'] ?? '').split(':');
let passesLeft = Number(nth);

/** Where a process can be made to die, so that tests can prove that nothing is lost or done twice around each commit. */
export type CrashPoint =
  | 'before-commit'
  | 'after-commit'
  | 'relay-after-append'
  | 'consumer-before-commit'
  | 'consumer-after-commit'
  | 'claim'
  | 'receipt-number'
  | 'receipt-pdf';

/**
 * Kills the process without any clean-up if the environment variable `CRASH_AT` names this point: `after-commit`, or `after-commit:5` for the
 * fifth time that it is passed. For tests only.
 */
export function crashPoint(name: CrashPoint): void {
  if (crashAt === name && --passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
