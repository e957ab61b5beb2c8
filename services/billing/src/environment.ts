import { resolve } from 'node:path';
import { readVariables } from '@partner-ordering/http';
import { makeValidator, str } from 'envalid';
import { exampleSeller, type Seller } from './domain/seller.ts';

const root = resolve(import.meta.dirname, '../../..');

const country = makeValidator((text) => {
  if (!/^[A-Z]{2}$/.test(text)) throw new Error('must be a country code of two capital letters');
  return text;
});

/** What billing reads from its environment besides what every service does. */
export interface BillingEnvironment {
  seller: Seller;
  /** The folder of the files service. */
  filesDir: string;
}

/**
 * Reads `SELLER_NAME`, `SELLER_ADDRESS` (lines parted by `|`), `SELLER_COUNTRY`, `SELLER_VAT` and `FILES_DIR`; a relative one starts at the root
 * of the repository. Throws an Error that names every wrong one; production has no example seller.
 */
export function readBilling(environment: NodeJS.ProcessEnv): BillingEnvironment {
  const isProduction = environment['NODE_ENV'] === 'production';
  const example = (text: string): { default?: string } => (isProduction ? {} : { default: text });
  const env = readVariables(environment, {
    SELLER_NAME: str({ desc: 'who sells', ...example(exampleSeller.name) }),
    SELLER_ADDRESS: str({ desc: 'lines parted by |', ...example(exampleSeller.address.join('|')) }),
    SELLER_COUNTRY: country({ default: 'FR' }),
    SELLER_VAT: str({ default: isProduction ? '' : exampleSeller.vatNumber! }),
    FILES_DIR: str({ default: '.data/files' }),
  });
  if (env.FILES_DIR === '') throw new Error('FILES_DIR is empty');
  return {
    seller: {
      name: env.SELLER_NAME!,
      address: env.SELLER_ADDRESS!.split('|').map((line) => line.trim()),
      country: env.SELLER_COUNTRY,
      vatNumber: env.SELLER_VAT === '' ? null : env.SELLER_VAT,
    },
    filesDir: resolve(root, env.FILES_DIR),
  };
}
