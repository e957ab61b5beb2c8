import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { CatalogJobs } from '../domain/imports/price-import.ts';
import { importPricesJob } from './import-prices.ts';

/** The jobs of this service. */
export const jobs =
  (client: GuardedClient) =>
  ({ database, log }: JobParts): JobDefinitions<CatalogJobs> => ({ import_prices: importPricesJob({ database, client, log }) });
