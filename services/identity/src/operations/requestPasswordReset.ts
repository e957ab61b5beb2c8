import { noContent } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { sha256 } from '../domain/secret.ts';
import { mail } from '../mails/send-mails.ts';
import { senderOf } from '../oauth/login-source.ts';

/**
 * Looks nothing up: neither the answer nor its time tells whether the account exists. The job finds out. Those that ask take turns by
 * network.
 */
export const requestPasswordReset: Operations['requestPasswordReset'] = async ({ body: { email }, headers, addJob }) => {
  const network = sha256(networkOf(senderOf(headers)));
  addJob(mail('password_reset', { about: sha256(email.normalize('NFC').toLowerCase()), to: email }, network));
  return noContent();
};
