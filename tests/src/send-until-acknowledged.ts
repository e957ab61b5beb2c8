import { randomUUID } from 'node:crypto';
import { eventually, type ApiResponse } from '@partner-ordering/testing';

/** For one request: a slow machine starts all services in half a minute, and a webhook is attempted again after 55 seconds. */
export const TIMEOUT_MS = 90_000;

/** Sends until it is acknowledged, as a client does that was told nothing; the key makes it one and the same request. */
export function sendUntilAcknowledged(send: (options: { headers: Record<string, string> }) => Promise<ApiResponse>): Promise<ApiResponse> {
  const options = { headers: { 'idempotency-key': randomUUID() } };
  return eventually(
    async () => {
      const answer = await send(options);
      if (answer.status >= 500 || answer.status === 409) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
