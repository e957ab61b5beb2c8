import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buyerOf, vatOfSale, vatOn } from './vat.ts';

/** A country, a country with a postal code, or a city with its country: `ES 35001`, `Livigno, IT`. */
type Address = string;

/** Rule and rate, in percent, of a sale from a country to an address. */
function saleTo(address: Address, from = 'FR', vatNumber: string | null = null): string {
  const [, city = null, country = null, zipcode = null] = /^(?:(.+), )?([A-Z]{2})?(?: (.+))?$/.exec(address)!;
  const buyer = buyerOf({ vat: vatNumber, billing_address: { country, zipcode, city } });
  const { vatRule, vatRate } = vatOfSale({ country: from }, buyer, { netMinor: 100, currency: 'EUR' });
  return `${vatRule} ${vatRate / 100}`;
}

describe('VAT of a sale', () => {
  test('a sale at home, or to a buyer without a country, has the domestic rate', () => {
    assert.equal(saleTo('FR', 'FR', 'FR12345678901'), 'domestic 20');
    assert.equal(saleTo(''), 'domestic 20');
  });

  test("a sale to another EU country is under reverse charge with a VAT number there, else at the seller's rate", () => {
    assert.equal(saleTo('DE', 'FR', 'DE 123 456 789'), 'reverse_charge 0');
    assert.equal(saleTo('GR', 'FR', 'EL123456789'), 'reverse_charge 0');
    for (const vatNumber of [null, 'FR12345678901']) assert.equal(saleTo('DE', 'FR', vatNumber), 'unregistered 20');
  });

  test('a sale outside the VAT area has no VAT', () => {
    assert.equal(saleTo('CH'), 'outside 0');
  });

  test('Monaco counts as France, and the Isle of Man as the United Kingdom', () => {
    for (const address of ['MC', 'MC 98000', 'FR 98000']) assert.equal(saleTo(address), 'domestic 20', address);
    assert.equal(saleTo('MC', 'DE', 'FR12345678901'), 'reverse_charge 0');
    assert.equal(saleTo('MC', 'DE', 'MC12345678901'), 'unregistered 19');
    assert.equal(saleTo('FR', 'MC'), 'domestic 20');
    assert.deepEqual([saleTo('IM'), saleTo('GB'), saleTo('IM', 'GB')], ['outside 0', 'outside 0', 'domestic 0']);
  });

  test('a region outside the VAT area has no VAT, by postal code, city or code, whatever the VAT number', () => {
    const regions = ['ES 35001', 'ES 38001', 'ES 51001', 'ES 52001', 'GR 630 86', 'FI 22100 MARIEHAMN', 'DE D-27498', 'DE 78266'];
    const italian = ['Livigno, IT', 'Trepalle, IT 23041', "CAMPIONE D' ITALIA, IT", 'Campione d’Italia, IT'];
    const french = ['FR 97300', 'FR 97600', 'FR 97133', 'FR 97150', 'FR 97500', 'FR 98600', 'FR 98713', 'FR 98800'];
    const codes = ['AX', 'GF', 'YT', 'BL', 'MF', 'PM', 'NC', 'JE', 'GG', 'GL', 'FO', 'SM'];
    for (const address of [...regions, ...italian, ...french, ...codes])
      for (const number of ['ES', 'EL', 'FI', 'DE', 'IT', 'FR'])
        assert.equal(saleTo(address, 'FR', `${number}12345678901`), 'outside 0', address);
    const neighbours = ['ES 28035', 'GR 630 88', 'FI 20100', 'DE 27472', 'IT 23030', 'PT 9500-011', 'CY 1010', 'AT 6691'];
    const withoutTheir0 = ['ES 3500', 'FI 2210'];
    for (const address of [...neighbours, ...withoutTheir0]) assert.equal(saleTo(address), 'unregistered 20', address);
    assert.equal(saleTo('ES 35001', 'ES'), 'outside 0');
  });

  test("a sale between France and GP, MQ or RE, or Finland and Åland, has the buyer's rate; from elsewhere it has none", () => {
    for (const address of ['GP', 'MQ', 'RE', 'FR 97110 CEDEX', 'FR 97200', 'FR 97400']) {
      assert.equal(saleTo(address, 'FR', 'FR12345678901'), 'domestic 8.5', address);
      assert.equal(saleTo(address, 'DE', 'FR12345678901'), 'outside 0', address);
    }
    assert.deepEqual([saleTo('FR', 'RE'), saleTo('RE', 'RE'), saleTo('DE', 'RE')], ['domestic 20', 'domestic 8.5', 'unregistered 8.5']);
    assert.deepEqual([saleTo('AX', 'FI'), saleTo('FI 22100', 'FI'), saleTo('FI', 'AX')], Array(3).fill('domestic 25.5'));
  });
});

test('VAT is rounded half up to what can be charged', () => {
  const cases: [netMinor: number, rate: number, currency: string, vatMinor: number][] = [
    [25_000, 2_000, 'EUR', 5_000],
    [1, 5_000, 'EUR', 1],
    [12, 2_000, 'EUR', 2],
    [13, 2_000, 'EUR', 3],
    [1_480, 2_000, 'KWD', 300],
    [20, 2_500, 'KWD', 10],
    [10, 2_000, 'TND', 0],
    [1_234, 2_000, 'JPY', 247],
    [123_400, 2_000, 'MGA', 24_700],
  ];
  for (const [netMinor, rate, currency, vatMinor] of cases)
    assert.equal(vatOn(netMinor, rate, currency), vatMinor, `${netMinor} ${currency}`);
});
