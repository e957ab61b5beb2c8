const [crashAt, nth = '1'] = (process.env['CRASH_AT'] ?? '').split(':');
let passesLeft = Number(nth);

/** Places where tests can kill a process, to prove that nothing is lost or done twice around each commit. */
export type CrashPoint =
  | 'before-commit'
  | 'after-commit'
  | 'relay-after-append'
  | 'consumer-before-commit'
  | 'consumer-after-commit'
  | 'upload-copied'
  | 'receipt-number'
  | 'receipt-pdf'
  | 'receipt-charge'
  | 'invoice-receipts';

/** Kills this process if `CRASH_AT` names this place: `after-commit`, or `after-commit:5` for the fifth pass. For tests only. */
export function crashPoint(name: CrashPoint): void {
  if (crashAt === name && --passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
