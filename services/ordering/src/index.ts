import { sellerVariables } from '@partner-ordering/commerce';
import { readVariables, type ServiceModule } from '@partner-ordering/service';
import { createOrdering } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'ordering',
  create: (config, environment) =>
    createOrdering({ ...config, seller: { country: readVariables(environment, sellerVariables).SELLER_COUNTRY } }),
};
