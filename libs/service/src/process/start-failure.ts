import { isTlsRefusal } from '@partner-ordering/data';

/** The cause of a failed start in one line for the terminal. */
export function startFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { code, port, address } = thrown as NodeJS.ErrnoException & { port?: number; address?: string };
  const place = `port ${port} of ${address}`;
  if (code === 'EADDRINUSE') return `${place} is in use; choose another with PORT`;
  if (code === 'EACCES' && port !== undefined) return `${place} needs rights that this user does not have`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${address}`;
  if (isTlsRefusal(thrown)) return `${messageOf(thrown)}; see sslmode and sslrootcert of the database's URL`;
  const [first = ''] = messageOf(thrown).split('\n');
  return first === '' ? thrown.name : first;
}

/** A connection to several addresses fails with an AggregateError, which has no message. */
function messageOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return inner?.message ?? error.message;
}
