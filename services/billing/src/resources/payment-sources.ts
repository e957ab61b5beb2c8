import { anyOf, expression, pick, raw, resource, table } from '@partner-ordering/data';
import type { PaymentSource } from '../../generated/models.ts';
import { PaymentSource as PaymentSourceEntity } from '../domain/payer/payment-source.ts';

const ps = table(PaymentSourceEntity, 'ps');

/** Payment sources, found by their organization. */
export const paymentSources = resource<PaymentSource>()({
  noun: 'payment source',
  path: '/v1/orgs/{orgGid}/payment_source',
  table: ps,
  key: 'organization',
  fields: {
    href: expression<string>(raw(`'/v1/orgs/' || ps.organization_gid || '/payment_source'`)),
    ...pick(ps, 'rid', 'reference', 'last_digits'),
  },
  aliases: { organization: ps.organizationGid },
  visible: ({ manages }) => [anyOf(ps.organizationGid, manages)],
});

/** Path of an organization's payment source. */
export const paymentSourceHref = (organizationGid: string): string => `/v1/orgs/${organizationGid}/payment_source`;
