import { makeValidator } from 'envalid';
import { isCountryCode } from '@partner-ordering/kernel';

const country = makeValidator((text) => {
  if (!isCountryCode(text)) throw new Error('must be a country code of two capital letters');
  return text;
});

/**
 * The environment variable with the seller's country, for envalid. Every service that computes VAT reads it, so all get the same default.
 */
export const sellerVariables = { SELLER_COUNTRY: country({ default: 'FR' }) };
