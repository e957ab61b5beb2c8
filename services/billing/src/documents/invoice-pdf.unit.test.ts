import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvoiceLine } from '../domain/collected-receipts.ts';
import { Invoice, type VatLine } from '../domain/invoice.ts';
import { exampleSeller } from '../domain/seller.ts';
import { pageCount, pdfText } from '../fixtures/pdf-text.ts';
import { address } from '../fixtures/test-billing.ts';
import { renderInvoice } from './invoice-pdf.ts';

const lineOf = (index: number): InvoiceLine => ({
  number: `R2026-${String(index + 1).padStart(6, '0')}`,
  createdAt: '2026-11-07T16:30:00Z',
  title: 'A logo',
  shortCode: 'K7M2P9QX',
  vatRate: 2000,
  amountMinor: 25_000,
  isInvoice: false,
});

const domestic: VatLine = { vatRule: 'domestic', vatRate: 2000, amountMinor: 50_000, vatMinor: 10_000 };

function rendered({
  country = 'FR',
  vatNumber = null as string | null,
  vatLines = [domestic],
  count = 2,
  invoiced = [] as number[],
}): Promise<Buffer> {
  const buyer = { name: 'Harbour Bakery', vatNumber, address: { ...address, country, country_name: null } };
  const invoice = Invoice.of({
    gid: 'g',
    organizationGid: 'o',
    period: '2026-11',
    currency: 'EUR',
    dueDays: 30,
    content: { seller: exampleSeller, buyer, vatLines },
    issued: { number: 'I2026-000001', at: new Date('2026-12-01T00:05:00Z') },
  });
  return renderInvoice(
    invoice,
    Array.from({ length: count }, (_, index) => ({ ...lineOf(index), isInvoice: invoiced.includes(index) })),
  );
}

const assertHolds = (text: string, parts: readonly string[]): void => parts.forEach((part) => assert.ok(text.includes(part), part));

test('an invoice names its parties, amounts and due date, with a line for each receipt, in French in France', async () => {
  const text = pdfText(await rendered({}));
  assertHolds(text, [
    'Facture',
    'I2026-000001',
    '1 décembre 2026',
    'novembre 2026',
    '31 décembre 2026',
    'Partner Ordering',
    'Harbour Bakery',
  ]);
  assertHolds(text, [
    '07/11/2026',
    'R2026-000001',
    'R2026-000002',
    'A logo (K7M2P9QX)',
    '250,00 EUR',
    'TVA 20 %',
    '100,00 EUR',
    '600,00 EUR',
  ]);
  assert.ok(!text.includes('Page'));
});

test('an invoice of several rates names net and VAT of each', async () => {
  const outside: VatLine = { vatRule: 'outside', vatRate: 0, amountMinor: 10_000, vatMinor: 0 };
  const text = pdfText(await rendered({ country: 'CH', vatLines: [domestic, outside] }));
  assertHolds(text, [
    'Invoice',
    'Net at 20%',
    'VAT 20%',
    'EUR 100.00',
    'Net at 0%',
    'VAT 0%',
    'EUR 600.00',
    'EUR 700.00',
    'outside the VAT area of the European Union',
  ]);
});

test('an invoice under reverse charge says so, with both VAT numbers', async () => {
  const reverse: VatLine = { vatRule: 'reverse_charge', vatRate: 0, amountMinor: 50_000, vatMinor: 0 };
  const text = pdfText(await rendered({ country: 'DE', vatNumber: 'DE123456789', vatLines: [reverse] }));
  assertHolds(text, ['Reverse charge: VAT is to be accounted for', 'supplier: FR00123456789', 'recipient: DE123456789', 'Germany']);
});

test('an invoice of several pages has all lines, and the column headings and page numbers on each page', async () => {
  const pdf = await rendered({ count: 130 });
  const text = pdfText(pdf);
  const pages = pageCount(pdf);
  assert.ok(pages >= 3, String(pages));
  for (let index = 0; index < 130; index++) assert.ok(text.includes(lineOf(index).number));
  for (let page = 1; page <= pages; page++) assert.ok(text.includes(`I2026-000001 \x96 Page ${page} sur ${pages}`), String(page));
  assert.equal(text.split('\n').filter((line) => line === 'Montant HT').length, pages + 1, 'once more with the total');
});

test('an invoice marks and lists the receipts that are already invoices, and says that it is no second invoice', async () => {
  const french = pdfText(await rendered({ invoiced: [1] })).replace(/\s+/g, ' ');
  assertHolds(french, [
    'R2026-000001 ',
    'R2026-000002* ',
    '* Déjà facturé sous son propre numéro (R2026-000002)',
    'pas une seconde facture',
  ]);
  const english = pdfText(await rendered({ country: 'CH', invoiced: [0, 1] })).replace(/\s+/g, ' ');
  assertHolds(english, ['R2026-000001* ', 'Already invoiced under its own number (R2026-000001, R2026-000002)', 'no second invoice']);
  for (const none of [await rendered({}), await rendered({ country: 'CH' })]) assert.ok(!/ factur|lready invoiced|\*/.test(pdfText(none)));
});

test('an invoice with many receipts that are already invoices marks them without listing their numbers', async () => {
  const text = pdfText(await rendered({ count: 60, invoiced: Array.from({ length: 50 }, (_, index) => index) }));
  assert.equal(text.match(/R2026-\d{6}\*/g)?.length, 50);
  assert.ok(!text.includes('numéro ('));
});

test('rendering an invoice again gives the same bytes', async () => {
  assert.ok((await rendered({})).equals(await rendered({})));
});
