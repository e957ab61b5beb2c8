import { makeValidator } from 'envalid';
import type { Seller } from '@partner-ordering/commerce';
import { readVariables } from '@partner-ordering/http';

const country = makeValidator((text) => {
  if (!/^[A-Z]{2}$/.test(text)) throw new Error('must be a country code of two capital letters');
  return text;
});

/** Who sells, from the environment: `SELLER_COUNTRY`. Throws an Error that names the variable. */
export function readSeller(environment: NodeJS.ProcessEnv): Seller {
  const { SELLER_COUNTRY } = readVariables(environment, { SELLER_COUNTRY: country({ default: 'FR' }) });
  return { country: SELLER_COUNTRY };
}
