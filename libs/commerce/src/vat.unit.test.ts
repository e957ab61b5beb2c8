import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vatOn, vatRate } from './vat.ts';

const seller = { country: 'FR' };

test('the seller charges the domestic rate at home and to a buyer without country', () => {
  assert.equal(vatRate(seller, { country: 'FR', vatNumber: 'FR12345678901' }), 2000);
  assert.equal(vatRate(seller, { country: null, vatNumber: null }), 2000);
});

test('reverse charge holds for another EU country with a number of that country', () => {
  assert.equal(vatRate(seller, { country: 'DE', vatNumber: 'DE 123 456 789' }), 0);
  assert.equal(vatRate(seller, { country: 'GR', vatNumber: 'EL123456789' }), 0);
});

test('the seller charges the own rate to another EU country without a valid number', () => {
  assert.equal(vatRate(seller, { country: 'DE', vatNumber: null }), 2000);
  assert.equal(vatRate(seller, { country: 'DE', vatNumber: 'FR12345678901' }), 2000);
});

test('a sale outside of the EU bears no VAT', () => {
  assert.equal(vatRate(seller, { country: 'CH', vatNumber: null }), 0);
});

test('VAT is rounded half up to the minor unit', () => {
  assert.equal(vatOn(25_000, 2000), 5000);
  assert.equal(vatOn(1, 5000), 1);
  assert.equal(vatOn(12, 2000), 2);
  assert.equal(vatOn(13, 2000), 3);
});
