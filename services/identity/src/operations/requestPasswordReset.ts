import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { sha256 } from '../domain/secret.ts';
import { mail } from '../mails/send-mails.ts';
import { pageSourceOf } from '../oauth/login-source.ts';

/**
 * Looks nothing up: neither the answer nor its time tells whether the account exists. The job finds out. Those that ask take turns by
 * network.
 */
export const requestPasswordReset: Operations['requestPasswordReset'] = async ({ body: { email }, headers, addJob }) => {
  addJob(mail('password_reset', { about: sha256(email.normalize('NFC').toLowerCase()), to: email }, pageSourceOf(headers).id));
  return noContent();
};
