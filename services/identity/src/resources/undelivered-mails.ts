import { adminsOnly, pick, resource, table } from '@partner-ordering/data';
import type { UndeliveredMail } from '../../generated/models.ts';
import { UndeliveredMail as UndeliveredMailEntity } from '../domain/undelivered-mail.ts';

const m = table(UndeliveredMailEntity, 'm');

/** Mails that cannot be delivered, for admins. */
export const undeliveredMails = resource<UndeliveredMail>()({
  noun: 'undelivered mail',
  path: '/v1/undelivered_mails',
  table: m,
  fields: pick(m, 'kind', 'to', 'reason', 'attempts'),
  visible: adminsOnly,
});
