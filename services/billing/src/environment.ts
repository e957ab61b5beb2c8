import { isInUnion, sellerVariables } from '@partner-ordering/commerce';
import { baseUrl, readVariables, wholeNumber, withSecretFiles } from '@partner-ordering/http';
import { makeValidator, str } from 'envalid';
import { exampleSeller, type Seller } from './domain/seller.ts';
import { manual, type PaymentProvider } from './payments/provider.ts';
import { stripePayments } from './payments/stripe.ts';

/**
 * Reads the seller from the environment: `SELLER_NAME`, `SELLER_ADDRESS` (lines separated by `|`), `SELLER_COUNTRY` and `SELLER_VAT`.
 * Throws an Error that names every wrong variable. Outside production an example seller is the default. A seller in the European Union
 * needs the number: the law wants it on what it sells under reverse charge.
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
  if (env.SELLER_VAT === '' && isInUnion(env.SELLER_COUNTRY))
    throw new Error(`SELLER_VAT is missing (the VAT number of a seller in the European Union; SELLER_COUNTRY is ${env.SELLER_COUNTRY})`);
  return {
    name: env.SELLER_NAME!,
    address: env.SELLER_ADDRESS!.split('|').map((line) => line.trim()),
    country: env.SELLER_COUNTRY,
    vatNumber: env.SELLER_VAT === '' ? null : env.SELLER_VAT,
  };
}

/** A text that begins like this, as Stripe writes its keys. */
const beginning = (...beginnings: string[]) =>
  makeValidator((text) => {
    if (!beginnings.some((one) => text.startsWith(one)) || /\s/.test(text)) throw new Error(`must begin with ${beginnings.join(' or ')}`);
    return text;
  });

/** Secrets travel there, so only the machine itself may be reached by HTTP. */
const apiUrl = makeValidator((text) => {
  const { protocol, hostname = '', pathname } = URL.parse(text) ?? {};
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  if (pathname !== '/' || !(protocol === 'https:' || (protocol === 'http:' && isLoopback)))
    throw new Error('must be https://host:port, or http:// of this machine');
  return text;
});

/**
 * Reads who charges: `PAYMENT_PROVIDER` (`manual` or `stripe`), and for Stripe `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET`, which may
 * come from files, `STRIPE_API_URL` and `STRIPE_RETURN_URL`. Throws an Error of one line that names what is missing or wrong, never a
 * secret.
 */
export function readProvider(environment: NodeJS.ProcessEnv, issuer: string): PaymentProvider {
  const { PAYMENT_PROVIDER: name } = readVariables(environment, {
    PAYMENT_PROVIDER: str({ choices: ['manual', 'stripe'], default: 'manual' }),
  });
  if (name === 'manual') return manual;
  const env = readVariables(withSecretFiles(environment, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']), {
    STRIPE_SECRET_KEY: beginning('sk_', 'rk_')({ desc: 'with PAYMENT_PROVIDER=stripe' }),
    STRIPE_WEBHOOK_SECRET: beginning('whsec_')({ desc: 'what Stripe signs its events with' }),
    STRIPE_API_URL: apiUrl({ default: undefined }),
    STRIPE_RETURN_URL: baseUrl({ default: issuer }),
  });
  return stripePayments({
    ...{ secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
    ...{ apiUrl: env.STRIPE_API_URL, returnUrl: env.STRIPE_RETURN_URL },
  });
}
/** How many days after its issue an invoice is due, where nothing else is said. */
export const DUE_DAYS = 30;
const MAX_DUE_DAYS = 365;

/**
 * Reads how many days after its issue an invoice is due: `INVOICE_DUE_DAYS`, 30 by default. Throws an Error that names it when it is wrong.
 */
export const readDueDays = (environment: NodeJS.ProcessEnv): number =>
  readVariables(environment, { INVOICE_DUE_DAYS: wholeNumber(0, MAX_DUE_DAYS)({ default: DUE_DAYS }) }).INVOICE_DUE_DAYS;
