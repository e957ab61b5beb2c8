import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vatOn } from '@partner-ordering/commerce';
import { chargeUnit, decimalsOf } from '@partner-ordering/kernel';
import { chargeFailure, faults, sourceFailure } from '../faults.ts';
import { fromStripe, refusalOf, toStripe } from './stripe-report.ts';

/** Currencies as https://docs.stripe.com/currencies has them: all others have two decimals. */
const zeroDecimal = ['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'];
const threeDecimal = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];
/** Currencies without decimals, but written with two: the amount is a multiple of 100. */
const wholeInTwoDecimals = ['ISK', 'UGX'];
/** Whole only when Stripe pays them out to us. */
const twoDecimal = ['EUR', 'USD', 'HUF', 'TWD'];

const amountsOf = (currency: string): { one: number; multipleOf: number } => {
  if (zeroDecimal.includes(currency)) return { one: 1, multipleOf: 1 };
  if (threeDecimal.includes(currency)) return { one: 1_000, multipleOf: 10 };
  return { one: 100, multipleOf: wholeInTwoDecimals.includes(currency) ? 100 : 1 };
};

for (const currency of [...zeroDecimal, ...threeDecimal, ...wholeInTwoDecimals, ...twoDecimal]) {
  test(`${currency} is charged as Stripe counts it, with any price and its VAT, and read back`, () => {
    const { one, multipleOf } = amountsOf(currency);
    assert.equal(toStripe(10 ** decimalsOf(currency), currency), one);
    for (let units = 1; units < 20_000; units += 7) {
      const netMinor = units * chargeUnit(currency);
      const totalMinor = netMinor + vatOn(netMinor, 2_550, currency);
      const amount = toStripe(totalMinor, currency);
      assert.equal(amount % multipleOf, 0, `${totalMinor} is charged as ${amount}`);
      assert.equal(fromStripe(amount, currency.toLowerCase()), totalMinor);
    }
  });
}

test("a refusal has Stripe's words, a code for what the payer can do, and our own French", () => {
  for (const [error, code, french] of [
    [{ code: 'card_declined', decline_code: 'generic_decline' }, 'card_declined', 'La carte a été refusée.'],
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds', 'La carte n’est pas assez approvisionnée.'],
    [{ code: 'expired_card', decline_code: 'expired_card' }, 'card_expired', 'La carte a expiré.'],
    [{ code: 'resource_missing' }, 'charge_refused', 'Le prestataire de paiement a refusé : Their words.'],
  ] as const) {
    const { message, code: found, params } = refusalOf({ ...error, message: 'Their words.' });
    assert.deepEqual([message, found, params], ['Their words.', code, { provider_message: 'Their words.' }]);
    assert.equal(chargeFailure(found, params!, 'fr'), french);
  }
  const { path, message, code } = sourceFailure(faults.customer_deleted);
  assert.equal(`${path} ${message}`, chargeFailure(code, {}, 'en'));
  assert.equal(chargeFailure(code, {}, 'fr'), 'Le moyen de paiement est un client supprimé chez Stripe.');
});
