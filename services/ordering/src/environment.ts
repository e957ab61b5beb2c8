import { sellerVariables, type Seller } from '@partner-ordering/commerce';
import { readVariables } from '@partner-ordering/http';

/** Reads the seller from the environment variable `SELLER_COUNTRY`. Throws an Error that names the variable. */
export function readSeller(environment: NodeJS.ProcessEnv): Seller {
  const { SELLER_COUNTRY } = readVariables(environment, sellerVariables);
  return { country: SELLER_COUNTRY };
}
