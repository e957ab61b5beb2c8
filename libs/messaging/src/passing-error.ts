// Node's error codes for connections that could not be made or were lost.
const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

// SQLSTATE: 08 connection, 53 resources, 57P server shutting down or starting; 40 serialization failure and deadlock, 55P03 lock not available.
const passingStates = /^(08|53|57P|40)|^55P03$/;

// What pg and pg-pool throw without a code.
const connectionMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|connection error|not queryable/i;

/** Whether an error will pass by itself, so that it says nothing about the event being handled: something is down, or a lock was lost. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('kind' in error) return error.kind === 'unavailable';
  if (connectionMessages.test(error.message)) return true;
  if ('code' in error && typeof error.code === 'string' && (connectionCodes.has(error.code) || passingStates.test(error.code))) return true;
  return error.cause !== undefined && isPassing(error.cause);
}
