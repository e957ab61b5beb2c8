import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import type { CallableServices } from '@partner-ordering/service-client';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { CatalogJobs } from '../domain/imports/price-import.ts';
import { importPricesJob } from './import-prices.ts';

/** The jobs of this service. */
export const jobs =
  (client: GuardedClient) =>
  ({ database, services, log }: JobParts<CallableServices<'catalog'>>): JobDefinitions<CatalogJobs> => ({
    import_prices: importPricesJob({ database, services, client, log }),
  });
