// Node's error codes for connections that could not be made or were lost.
const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

// Node's and OpenSSL's error codes for a server whose certificate is refused.
const tlsCodes = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

// SQLSTATE: 08 connection, 28 refused login, 53 resources, 57P server shutting down or starting, 25006 one that takes no writes.
const connectionStates = /^(08|28|53|57P)|^25006$/;

// SQLSTATE: 40 serialization failure and deadlock, 55P03 lock not available.
const conflictStates = /^40/;
const contentionStates = /^40|^55P03$/;

// Messages of errors that pg and pg-pool throw without a code.
const connectionMessages =
  /connection terminated|timeout exceeded when trying to connect|^timeout expired$|query read timeout|connection error|not queryable/i;

/** Whether an error says that the database or another service does not answer, or takes no writes. It passes by itself. */
export const isConnectionError = (error: unknown): boolean =>
  isTlsRefusal(error) ||
  errorAndCauses(error).some(
    ({ message, code }) =>
      connectionMessages.test(message) || (code !== undefined && (connectionCodes.has(code) || connectionStates.test(code))),
  );

/** Whether a server has no TLS, or a certificate that is refused: it may have expired while this process ran. */
export const isTlsRefusal = (error: unknown): boolean =>
  errorAndCauses(error).some(({ message, code = '' }) => tlsCodes.test(code) || message === 'The server does not support SSL connections');

/** Whether a server refuses the user or the password: one of the two may have been changed before the other. */
export const isLoginRefusal = (error: unknown): boolean => hasState(error, /^28/);

/** Whether the database takes no writes: it is a standby, such as the old primary after a failover, or was made read-only. */
export const isReadOnly = (error: unknown): boolean => hasState(error, /^25006$/);

/** Whether a transaction failed because of another one (deadlock, serialization) and can be run again at once. */
export const isConflict = (error: unknown): boolean => hasState(error, conflictStates);

/** Whether a transaction failed because of another one, which may still hold its locks, and can be run again. */
export const isContentionError = (error: unknown): boolean => hasState(error, contentionStates);

/** Whether a statement took too long. That passes only where it waited for others. */
export const isTimeout = (error: unknown): boolean => hasState(error, /^57014$/);

/** Whether the database did not do what it was asked, now or in time, and may do it later. */
export const isUnanswered = (error: unknown): boolean => isConnectionError(error) || isContentionError(error) || isTimeout(error);

/** Whether a statement was given a text that is no value of its type or that no index takes, or a value out of its range. */
export const isBadValue = (error: unknown): boolean => hasState(error, /^(22(P02|P05|003|007|008|021)|54000)$/);

/** The text of an error, of at most `maxLength` characters, as PostgreSQL takes it in texts and in JSON. */
export const storableText = (error: unknown, maxLength: number): string =>
  String(error).replaceAll('\0', '').slice(0, maxLength).toWellFormed();

const hasState = (error: unknown, states: RegExp): boolean =>
  errorAndCauses(error).some(({ code }) => code !== undefined && states.test(code));

function errorAndCauses(error: unknown): { message: string; code: string | undefined }[] {
  const found = [];
  for (let current = error; current instanceof Error; current = current.cause) {
    found.push({ message: current.message, code: 'code' in current && typeof current.code === 'string' ? current.code : undefined });
  }
  return found;
}
