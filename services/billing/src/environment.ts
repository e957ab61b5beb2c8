import { sellerVariables } from '@partner-ordering/commerce';
import { readVariables } from '@partner-ordering/http';
import { makeValidator, str } from 'envalid';
import { exampleSeller, type Seller } from './domain/seller.ts';

/**
 * Reads the seller from the environment: `SELLER_NAME`, `SELLER_ADDRESS` (lines separated by `|`), `SELLER_COUNTRY` and `SELLER_VAT`.
 * Throws an Error that names every wrong variable. Outside production an example seller is the default.
 */
export function readSeller(environment: NodeJS.ProcessEnv): Seller {
  const isProduction = environment['NODE_ENV'] === 'production';
  const example = (text: string): { default?: string } => (isProduction ? {} : { default: text });
  const env = readVariables(environment, {
    SELLER_NAME: str({ desc: 'who sells', ...example(exampleSeller.name) }),
    SELLER_ADDRESS: str({ desc: 'lines parted by |', ...example(exampleSeller.address.join('|')) }),
    ...sellerVariables,
    SELLER_VAT: str({ default: isProduction ? '' : exampleSeller.vatNumber! }),
  });
  return {
    name: env.SELLER_NAME!,
    address: env.SELLER_ADDRESS!.split('|').map((line) => line.trim()),
    country: env.SELLER_COUNTRY,
    vatNumber: env.SELLER_VAT === '' ? null : env.SELLER_VAT,
  };
}

const MAX_DUE_DAYS = 365;

const days = makeValidator((text) => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0 || count > MAX_DUE_DAYS) throw new Error(`must be a whole number from 0 to ${MAX_DUE_DAYS}`);
  return count;
});

/** Reads how many days after its issue an invoice is due: `INVOICE_DUE_DAYS`, 30 by default. Throws an Error that names it when it is wrong. */
export const readDueDays = (environment: NodeJS.ProcessEnv): number =>
  readVariables(environment, { INVOICE_DUE_DAYS: days({ default: 30 }) }).INVOICE_DUE_DAYS;
