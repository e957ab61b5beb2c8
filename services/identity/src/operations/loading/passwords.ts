import type { IncomingHttpHeaders } from 'node:http';
import { type OperationRequest, protocolErrors, ProtocolRefusal } from '@partner-ordering/http';
import { invalid, networkOf, senderAddress } from '@partner-ordering/kernel';
import type { Context } from '../../context.ts';
import { inPasswordQueue, QueueFull } from '../../domain/password-queue.ts';
import { checkPassword } from '../../domain/password-rules.ts';
import { hashPassword } from '../../domain/password.ts';
import type { User } from '../../domain/user.ts';
import { faults } from '../../faults.ts';

const PATH = 'current_password';

export const wrongPassword = () => invalid(faults.wrong_password(PATH));

/**
 * Compares the current password as a sign-in does, which may be delayed: between two runs of the operation, so no transaction waits. 400
 * for a missing or wrong one, and for a user without a password, which the link of a mail sets.
 */
export function checkCurrentPassword(
  {
    askOutside,
    claims,
    headers,
    waiting,
    authorizationServer,
  }: Pick<Context<OperationRequest>, 'askOutside' | 'claims' | 'headers' | 'waiting' | 'authorizationServer'>,
  { email, passwordHash }: User,
  password: string | undefined,
): void {
  if (password === undefined) throw invalid(faults.required(PATH));
  const currentHash = askOutside('current password', () =>
    authorizationServer.confirmPassword({ claims, email, password, headers, waiting }),
  );
  // Another request may have changed it since it was compared.
  if (currentHash === undefined || passwordHash !== currentHash) throw wrongPassword();
}

/** Hashes a new password between two runs of the operation: no transaction waits. 400 for a bad one, 429 while the queue is full. */
export async function passwordHashOf(
  { askOutside, headers }: Pick<Context<OperationRequest>, 'askOutside' | 'headers'>,
  { password, email }: { password: string; email: string },
): Promise<string> {
  await checkPassword(password, email);
  return askOutside('password hash', () => hashInPasswordQueue(password, headers));
}

/** Hashes a password in the password queue. Never call it in a transaction. */
export async function hashInPasswordQueue(password: string, headers: IncomingHttpHeaders): Promise<string> {
  try {
    return await inPasswordQueue(networkOf(senderAddress(headers)), () => hashPassword(password));
  } catch (error) {
    throw error instanceof QueueFull ? new ProtocolRefusal(protocolErrors.tooManyRequests(error.retryAfterMs)) : error;
  }
}
