import { isIn, expression, pick, raw, resource, resourcePath, table } from '@partner-ordering/data';
import { organizationReference } from '@partner-ordering/commerce';
import type { PriceImport, PriceImportError } from '../../generated/models.ts';
import { PriceImport as PriceImportEntity } from '../domain/imports/price-import.ts';

const i = table(PriceImportEntity, 'i');

const path = resourcePath('/v1/organizations/{organization}/prices/imports/{gid}', { organization: i.organizationGid, gid: i.gid });

/** Path of an import. */
export const priceImportHref = ({ organizationGid, gid }: Pick<PriceImportEntity, 'organizationGid' | 'gid'>): string =>
  path.of({ organization: organizationGid, gid });

/** The imports of the prices of the organizations that the caller manages. */
export const priceImports = resource<PriceImport>()({
  noun: 'price import',
  path: '/v1/organizations',
  table: i,
  fields: {
    href: path.field,
    organization: organizationReference(i.organizationGid),
    ...pick(i, 'status', 'price_sheet_url', 'prices_count', 'hidden_rows_count', 'errors_count', 'failure', 'failure_code'),
    // Stored as json, not jsonb, so their text is as it was written.
    failure_params: expression<PriceImport['failure_params']>(raw('i.failure_params')),
    errors: expression<PriceImportError[]>(raw('i.errors')),
  },
  organization: i.organizationGid,
  visible: ({ manages }) => [isIn(i.organizationGid, manages)],
});
