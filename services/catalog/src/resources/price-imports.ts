import { anyOf, expression, pick, raw, resource, sql, table } from '@partner-ordering/data';
import { organizationReference } from '@partner-ordering/commerce';
import type { PriceImport, PriceImportError } from '../../generated/models.ts';
import { PriceImport as PriceImportEntity } from '../domain/imports/price-import.ts';

const i = table(PriceImportEntity, 'i');

/** Path of an import. */
export const priceImportHref = ({ organizationGid, gid }: Pick<PriceImportEntity, 'organizationGid' | 'gid'>): string =>
  `/v1/organizations/${organizationGid}/prices/imports/${gid}`;

/** The imports of the prices of the organizations that the caller manages. */
export const priceImports = resource<PriceImport>()({
  noun: 'price import',
  path: '/v1/organizations',
  table: i,
  fields: {
    href: expression<string>(sql`'/v1/organizations/' || i.organization_gid || '/prices/imports/' || i.gid`),
    organization: organizationReference(i.organizationGid),
    ...pick(i, 'status', 'prices_count', 'errors_count', 'failure'),
    // Stored as json, not jsonb, so its text is as it was written.
    errors: expression<PriceImportError[]>(raw('i.errors')),
  },
  organization: i.organizationGid,
  visible: ({ manages }) => [anyOf(i.organizationGid, manages)],
});
