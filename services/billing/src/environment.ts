import { isInUnion, sellerVariables } from '@partner-ordering/commerce';
import { baseUrl, readVariables, wholeNumber, withSecretFiles } from '@partner-ordering/service';
import { makeValidator, str } from 'envalid';
import { exampleSeller, type Seller } from './domain/seller.ts';
import { manualProvider, type PaymentProvider } from './payments/provider.ts';
import { stripePayments } from './payments/stripe.ts';

/**
 * Reads the seller from `SELLER_…`; outside production an example seller is the default. Throws an Error that names every wrong variable.
 * A seller in the European Union or Monaco needs a VAT number, as the law wants it on invoices under reverse charge.
 */
export function readSeller(environment: NodeJS.ProcessEnv): Seller {
  const isProduction = environment['NODE_ENV'] === 'production';
  const exampleDefault = (text: string): { default?: string } => (isProduction ? {} : { default: text });
  const env = readVariables(environment, {
    SELLER_NAME: str({ desc: 'who sells', ...exampleDefault(exampleSeller.name) }),
    SELLER_ADDRESS: str({ desc: 'lines parted by |', ...exampleDefault(exampleSeller.address.join('|')) }),
    ...sellerVariables,
    SELLER_VAT: str({ default: isProduction ? '' : exampleSeller.vatNumber! }),
  });
  if (env.SELLER_VAT === '' && isInUnion(env.SELLER_COUNTRY))
    throw new Error(`SELLER_VAT is missing (a seller in the European Union or Monaco needs one; SELLER_COUNTRY is ${env.SELLER_COUNTRY})`);
  return {
    name: env.SELLER_NAME!,
    address: env.SELLER_ADDRESS!.split('|').map((line) => line.trim()),
    country: env.SELLER_COUNTRY,
    vatNumber: env.SELLER_VAT === '' ? null : env.SELLER_VAT,
  };
}

/** A key of Stripe, which begins with one of these. */
const keyBeginningWith = (...beginnings: string[]) =>
  makeValidator((text) => {
    if (!beginnings.some((one) => text.startsWith(one)) || /\s/.test(text)) throw new Error(`must begin with ${beginnings.join(' or ')}`);
    return text;
  });

/** Reads the payment provider from `PAYMENT_PROVIDER` and `STRIPE_…`. Throws an Error that names what is wrong, never a secret. */
export function readProvider(environment: NodeJS.ProcessEnv, issuer: string): PaymentProvider {
  const { PAYMENT_PROVIDER: name } = readVariables(environment, {
    PAYMENT_PROVIDER: str({ choices: ['manual', 'stripe'], default: 'manual' }),
  });
  if (name === 'manual') return manualProvider;
  const env = readVariables(withSecretFiles(environment, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']), {
    STRIPE_SECRET_KEY: keyBeginningWith('sk_', 'rk_')({ desc: 'with PAYMENT_PROVIDER=stripe' }),
    STRIPE_WEBHOOK_SECRET: keyBeginningWith('whsec_')({ desc: 'what Stripe signs its events with' }),
    STRIPE_API_URL: baseUrl({ default: undefined }),
    STRIPE_RETURN_URL: baseUrl({ default: issuer }),
  });
  return stripePayments({
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiUrl: env.STRIPE_API_URL,
    returnUrl: env.STRIPE_RETURN_URL,
  });
}

/** Days from the issue of an invoice until it is due, by default. */
export const DUE_DAYS = 30;
const MAX_DUE_DAYS = 365;

/** Reads the days until an invoice is due from `INVOICE_DUE_DAYS`. Throws an Error that names it when it is wrong. */
export const readDueDays = (environment: NodeJS.ProcessEnv): number =>
  readVariables(environment, { INVOICE_DUE_DAYS: wholeNumber(0, MAX_DUE_DAYS)({ default: DUE_DAYS }) }).INVOICE_DUE_DAYS;
