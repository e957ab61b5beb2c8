import { isIn, pick, resource, resourcePath, table } from '@partner-ordering/data';
import type { PaymentSource } from '../../generated/models.ts';
import { PaymentSource as PaymentSourceEntity } from '../domain/payer/payment-source.ts';

const ps = table(PaymentSourceEntity, 'ps');

const path = resourcePath('/v1/orgs/{organization}/payment_source', { organization: ps.organizationGid });

/** Payment sources, found by their organization. */
export const paymentSources = resource<PaymentSource>()({
  noun: 'payment source',
  path: '/v1/orgs/{orgGid}/payment_source',
  table: ps,
  key: 'organization',
  fields: {
    href: path.field,
    ...pick(ps, 'rid', 'reference', 'last_digits'),
  },
  aliases: { organization: ps.organizationGid },
  organization: ps.organizationGid,
  visible: ({ manages }) => [isIn(ps.organizationGid, manages)],
});

/** Path of an organization's payment source. */
export const paymentSourceHref = (organizationGid: string): string => path.of({ organization: organizationGid });
