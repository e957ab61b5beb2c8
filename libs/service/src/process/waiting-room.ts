import { isConnectionError, isLoginRefusal, isTlsRefusal } from '@partner-ordering/data';
import { retry } from '@partner-ordering/kernel';
import { BrokersUnreachable } from '@partner-ordering/messaging';
import { contractAnswer, protocolErrors } from '@partner-ordering/http';
import { DatabaseBehind } from './pending-migrations.ts';
import { listen, type Listener } from '../parts/listener.ts';

/**
 * Listens on the service's address while the database does not answer: alive, not ready, 503 for everything else. Call it only when the
 * service must wait: clients try another instance after a refused connection, but not after a 503. Rejects with Node's error when the port
 * is in use.
 */
export function listenUnready(address: { port: number; host: string }): Promise<Listener> {
  return listen((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/livez') return void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok');
    if (path === '/readyz') return void response.writeHead(503, { 'Content-Type': 'text/plain' }).end('waiting for the database');
    const { status, headers, body } = contractAnswer(protocolErrors.unavailable);
    response.writeHead(status, { ...headers, 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(body));
  }, address);
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

const isPassing = (error: unknown): boolean =>
  (isConnectionError(error) && !isTlsRefusal(error)) || [DatabaseBehind, BrokersUnreachable].some((passing) => error instanceof passing);

/** The log line of a wait after this error. */
export const waitingFor = (error: unknown): string => `Waiting for ${error instanceof BrokersUnreachable ? 'a broker' : 'the database'}`;

/** The wait for a database or a broker that does not answer. */
export interface StartRetries {
  stop: AbortSignal;
  /** Whether a refused login passes for a while. Commands end: a Job runs them again. */
  waitsForLogin?: boolean;
  onFailure: (error: unknown) => void | Promise<void>;
}

/** A password may be changed so long before its mounted file is: a kubelet looks every minute or so. */
const LATE_FILE_MS = 90_000;

/**
 * Repeats `attempt` while the database, its migrations or the broker are missing, and with `waitsForLogin` for 90 s while it refuses the
 * login; throws other errors. Rejects when `stop` is aborted.
 */
export function retryUntilReachable<Result>(
  attempt: () => Promise<Result>,
  { stop, onFailure, waitsForLogin = false }: StartRetries,
): Promise<Result> {
  const pauses = { firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS };
  const endsAtMs = performance.now() + (waitsForLogin ? LATE_FILE_MS : 0);
  const isPassingNow = (error: unknown): boolean => isPassing(error) && (!isLoginRefusal(error) || performance.now() < endsAtMs);
  return retry(attempt, { isPassing: isPassingNow, pauses, onFailure, signal: stop });
}
