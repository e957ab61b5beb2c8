import { ProtocolRefusal, protocolErrors, type OperationRequest } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import { checkPassword } from '../../domain/password-rules.ts';
import { hashPassword } from '../../domain/password.ts';
import { inPasswordQueue, QueueFull } from '../../domain/password-queue.ts';
import { senderOf } from '../../oauth/login-source.ts';

/** Hashes a new password between two runs of the operation: no transaction waits. 400 for a bad one, 429 while the queue is full. */
export async function hashedPassword(
  { asked, headers }: Pick<Context<OperationRequest>, 'asked' | 'headers'>,
  { password, email }: { password: string; email: string },
): Promise<string> {
  await checkPassword(password, email);
  return asked('password hash', () => hashInTurn(password, headers));
}

/** Hashes a password in the password queue. Never call it in a transaction. */
export async function hashInTurn(password: string, headers: IncomingHttpHeaders): Promise<string> {
  try {
    return await inPasswordQueue(networkOf(senderOf(headers)), () => hashPassword(password));
  } catch (error) {
    throw error instanceof QueueFull ? new ProtocolRefusal(protocolErrors.tooManyRequests(error.retryAfterMs)) : error;
  }
}
