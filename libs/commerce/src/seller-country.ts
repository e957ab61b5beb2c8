import { makeValidator } from 'envalid';
import { isCountryCode } from '@partner-ordering/kernel';

const country = makeValidator((text) => {
  if (!isCountryCode(text)) throw new Error('must be a country code of two capital letters');
  return text;
});

/** The variable with the seller's country, for envalid. All services that compute VAT read it, with the same default. */
export const sellerVariables = { SELLER_COUNTRY: country({ default: 'FR' }) };
