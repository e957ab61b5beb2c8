import { HttpError, protocolErrors, type OperationRequest } from '@partner-ordering/http';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import { QueueFull } from '../../domain/fair-queue.ts';
import { checkPassword } from '../../domain/password-rules.ts';
import { hashPassword, passwordQueue, queueMs } from '../../domain/password.ts';
import { networkOf } from '../../domain/place.ts';
import { senderOf } from '../../oauth/origin.ts';

/**
 * Hashes a new password between two runs of the operation, so that no transaction waits for it. 400 for a password that breaks a rule, 429
 * while too many of this address wait, or of all.
 */
export async function hashedPassword(
  { asked, headers }: Pick<Context<OperationRequest>, 'asked' | 'headers'>,
  { password, email }: { password: string; email: string },
): Promise<string> {
  await checkPassword(password, email);
  return asked('password hash', () => hashInTurn(password, headers));
}

/** Hashes a password when it is the turn of the request's address. Never call it in a transaction. */
export async function hashInTurn(password: string, headers: IncomingHttpHeaders): Promise<string> {
  try {
    return await passwordQueue.run(networkOf(senderOf(headers)), () => hashPassword(password));
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw HttpError.of(protocolErrors.tooManyRequests(queueMs(error.waiting)));
  }
}
