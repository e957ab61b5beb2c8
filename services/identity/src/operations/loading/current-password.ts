import type { OperationRequest } from '@partner-ordering/http';
import { invalid } from '@partner-ordering/kernel';
import type { Context } from '../../context.ts';
import type { User } from '../../domain/user.ts';
import { faults } from '../../faults.ts';

const PATH = 'current_password';

export const wrongPassword = () => invalid(faults.wrong_password(PATH));

/**
 * Compares the current password as a sign-in does, which may be delayed: between two runs of the operation, so no transaction waits. 400
 * for a missing or wrong one. Who never set a password has none that is right: the link of a mail sets it.
 */
export function checkCurrentPassword(
  {
    asked,
    claims,
    headers,
    waiting,
    authorizationServer,
  }: Pick<Context<OperationRequest>, 'asked' | 'claims' | 'headers' | 'waiting' | 'authorizationServer'>,
  { email, passwordHash }: User,
  password: string | undefined,
): void {
  if (password === undefined) throw invalid(faults.required(PATH));
  const currentHash = asked('current password', () => authorizationServer.confirmPassword({ claims, email, password, headers, waiting }));
  // Another request may have changed it since it was compared.
  if (currentHash === undefined || passwordHash !== currentHash) throw wrongPassword();
}
