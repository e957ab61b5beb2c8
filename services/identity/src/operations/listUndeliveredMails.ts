import { forbidden } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { undeliveredMails } from '../resources/undelivered-mails.ts';

export const listUndeliveredMails: Operations['listUndeliveredMails'] = async ({ principal, list }) => {
  if (!principal.isAdmin) throw forbidden('see this', 'undelivered mail');
  return ok(await list(undeliveredMails));
};
