import { cleanEnv, makeValidator } from 'envalid';
import type { Seller } from '@partner-ordering/data';

const country = makeValidator((text) => {
  if (!/^[A-Z]{2}$/.test(text)) throw new Error('must be a country code of two capital letters');
  return text;
});

/** Who sells, from the environment: `SELLER_COUNTRY`. Throws an Error that names the variable. */
export function readSeller(environment: NodeJS.ProcessEnv): Seller {
  const { SELLER_COUNTRY } = cleanEnv(
    environment,
    { SELLER_COUNTRY: country({ default: 'FR' }) },
    {
      reporter: ({ errors }) => {
        const [[name, error] = []] = Object.entries(errors);
        if (name) throw new Error(`${name} ${error?.message}`);
      },
    },
  );
  return { country: SELLER_COUNTRY };
}
