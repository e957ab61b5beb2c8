import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationState, ProjectState } from '../../generated/events.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { address, finishedProject, organizationOf } from '../fixtures/test-billing.ts';
import { pdfText } from '../fixtures/pdf-text.ts';
import { renderReceipt } from './receipt-pdf.ts';

interface Given {
  organization?: Partial<OrganizationState>;
  project?: Partial<ProjectState>;
  paymentRid?: string | null;
}

async function rendered({ organization = {}, project = {}, paymentRid = null }: Given = {}): Promise<Buffer> {
  return renderReceipt(
    Receipt.of({
      project: finishedProject('o', project),
      organization: organizationOf('o', organization),
      seller: exampleSeller,
      paymentRid,
      issued: { number: 'R2026-000017', at: new Date('2026-11-07T16:30:00Z') },
    }),
  );
}

test('a receipt without payment source names parties and amounts and says that it is no invoice, in French in France', async () => {
  const text = pdfText(await rendered({ organization: { vat: 'FR12345678901' } }));

  for (const part of [
    'Reçu',
    'R2026-000017',
    '7 novembre 2026',
    'K7M2P9QX',
    'Partner Ordering',
    'Harbour Bakery',
    '3 quai du Port',
    '29200 Brest',
  ])
    assert.ok(text.includes(part), part);
  for (const part of ['N° de TVA FR12345678901', 'A logo for the spring campaign', '250,00 EUR', 'TVA 20 %', '50,00 EUR', '300,00 EUR'])
    assert.ok(text.includes(part), part);
  assert.ok(text.includes('Ce reçu n’est pas une facture.'));
});

test('an invoice under reverse charge names both VAT numbers and the rule', async () => {
  const organization = { vat: 'DE123456789', billing_address: { ...address, country: 'DE', country_name: null } };
  const text = pdfText(await rendered({ organization, paymentRid: 'cus_1' }));

  for (const part of [
    'Invoice',
    'FR00123456789',
    'DE123456789',
    'Germany',
    'VAT 0%',
    'EUR 250.00',
    'Reverse charge: VAT is to be accounted for',
    'supplier: FR00123456789',
    'recipient: DE123456789',
  ])
    assert.ok(text.includes(part), part);
  assert.ok(!text.includes('not an invoice'));
});

test('a test receipt says that it is one, even with a payment source', async () => {
  const text = pdfText(
    await rendered({ organization: { test: true, billing_address: { ...address, country: 'CH' } }, paymentRid: 'cus_1' }),
  );

  for (const part of ['Test receipt', 'nothing is charged', 'not an invoice', 'outside the VAT area of the European Union'])
    assert.ok(text.includes(part), part);
});

test('letters that the standard fonts lack are embedded', async () => {
  const polish = await rendered({ organization: { name: 'Piekarnia Łódź' } });
  assert.ok(polish.includes('DejaVuSans'));
  assert.ok(!(await rendered()).includes('DejaVuSans'));
});

test('amounts have the decimals of their currency', async () => {
  const text = pdfText(await rendered({ project: { price: { amount_minor: 1_234_567, currency: 'JPY' } } }));
  assert.ok(text.includes('1 234 567 JPY'), text);
});
