import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { sha256 } from '../domain/secret.ts';
import { mail } from '../mails/send-mails.ts';
import { pageSourceOf } from '../oauth/login-source.ts';

/**
 * Looks nothing up: neither the answer nor its time shows whether the account exists. The job looks it up. Requests take turns by
 * network.
 */
export const requestPasswordReset: Operations['requestPasswordReset'] = async ({ body: { email }, headers, addJob }) => {
  addJob(mail('password_reset', { about: sha256(email.normalize('NFC').toLowerCase()), to: email }, pageSourceOf(headers).id));
  return noContent();
};
