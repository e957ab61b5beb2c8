import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDueDays, readProvider, readSeller } from './environment.ts';

const ISSUER = 'https://orders.example';
const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_live_51', STRIPE_WEBHOOK_SECRET: 'whsec_9c' };

test('payments stay manual unless Stripe is chosen, whatever keys are set', () => {
  const provider = readProvider({ ...stripe, PAYMENT_PROVIDER: undefined }, ISSUER);
  assert.deepEqual([provider.name, provider.charge, provider.api], ['manual', null, undefined]);
  assert.equal(readProvider(stripe, ISSUER).name, 'stripe');
});

test('an error names missing and wrong settings and shows no key', () => {
  const refuse = (variables: object, message: string): void =>
    assert.throws(() => readProvider({ ...stripe, ...variables }, ISSUER), { message });
  refuse({ PAYMENT_PROVIDER: 'paypal' }, 'PAYMENT_PROVIDER: Value "paypal" not in choices [manual,stripe]');
  refuse(
    { STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: 'hunter2' },
    'STRIPE_SECRET_KEY is missing (with PAYMENT_PROVIDER=stripe); STRIPE_WEBHOOK_SECRET: must begin with whsec_',
  );
  refuse({ STRIPE_SECRET_KEY: 'pk_live_51' }, 'STRIPE_SECRET_KEY: must begin with sk_ or rk_');
  refuse({ STRIPE_SECRET_KEY_FILE: '/nowhere' }, 'STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both given');
});

test('INVOICE_DUE_DAYS is a whole number from 0 to 365 in digits, 30 by default', () => {
  assert.deepEqual([readDueDays({}), readDueDays({ INVOICE_DUE_DAYS: '0' }), readDueDays({ INVOICE_DUE_DAYS: '365' })], [30, 0, 365]);
  for (const INVOICE_DUE_DAYS of ['366', '-1', '1.5', '1e2', '0x10', ' ', 'x'])
    assert.throws(() => readDueDays({ INVOICE_DUE_DAYS }), /INVOICE_DUE_DAYS: must be a whole number from 0 to 365/, INVOICE_DUE_DAYS);
});

const production = { NODE_ENV: 'production', SELLER_NAME: 'Seller', SELLER_ADDRESS: '1 Quay Street|10115 Berlin', SELLER_COUNTRY: 'DE' };

test('a seller in the European Union or Monaco needs its VAT number in production, others do not', () => {
  assert.throws(() => readSeller(production), {
    message: 'SELLER_VAT is missing (a seller in the European Union or Monaco needs one; SELLER_COUNTRY is DE)',
  });
  for (const wrong of [{ SELLER_VAT: '' }, { SELLER_COUNTRY: 'MC' }])
    assert.throws(() => readSeller({ ...production, ...wrong }), /^Error: SELLER_VAT is missing/);
  assert.equal(readSeller({ ...production, SELLER_VAT: 'DE123456789' }).vatNumber, 'DE123456789');
  assert.equal(readSeller({ ...production, SELLER_COUNTRY: 'CH' }).vatNumber, null);
  assert.equal(readSeller({ SELLER_COUNTRY: 'DE' }).vatNumber, 'FR00123456789');
  assert.throws(() => readSeller({ SELLER_COUNTRY: 'Germany' }), {
    message: 'SELLER_COUNTRY: must be a country code of two capital letters',
  });
});
