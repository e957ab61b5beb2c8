import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrganizationState } from '../../generated/events.ts';
import { CreditNote } from '../domain/credit-note.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { pageCount, pdfText } from '../fixtures/pdf-text.ts';
import { address, finishedProject, organizationOf } from '../fixtures/test-billing.ts';
import { renderCreditNote } from './credit-note-pdf.ts';

function rendered(organization: Partial<OrganizationState> = {}, reason = 'Delivered late'): Promise<Buffer> {
  const receipt = Receipt.of({
    project: finishedProject('o'),
    organization: organizationOf('o', organization),
    seller: exampleSeller,
    paymentRid: null,
    issued: { number: 'R2026-000017', at: new Date('2026-11-07T16:30:00Z') },
  });
  const at = new Date('2026-12-02T10:00:00Z');
  return renderCreditNote(CreditNote.of(receipt, reason, receipt.credit(10_000, at), { number: 'C2026-000003', at }));
}

test('a credit note names its receipt, the reason, and the credited amount with VAT', async () => {
  const text = pdfText(await rendered({ vat: 'FR12345678901' }));
  for (const part of [
    'Avoir',
    'C2026-000003',
    '2 décembre 2026',
    'Avoir sur R2026-000017 du 7 novembre 2026',
    'A logo for the spring campaign',
  ])
    assert.ok(text.includes(part), part);
  for (const part of ['Motif : Delivered late', '100,00 EUR', 'TVA 20 %', '20,00 EUR', '120,00 EUR', 'N° de TVA FR12345678901'])
    assert.ok(text.includes(part), part);
});

test('a credit note under reverse charge says so, with both VAT numbers', async () => {
  const text = pdfText(await rendered({ vat: 'DE123456789', billing_address: { ...address, country: 'DE', country_name: null } }));
  for (const part of ['Credit note', 'Reverse charge: VAT', 'supplier: FR00123456789', 'recipient: DE123456789'])
    assert.ok(text.includes(part), part);
});

test('a credit note of a test organization says that it has no value', async () => {
  const text = pdfText(await rendered({ test: true, billing_address: { ...address, country: 'CH' } }));
  for (const part of ['Test credit note', 'It has no value']) assert.ok(text.includes(part), part);
});

test('a reason of many lines continues on the next page', async () => {
  const pdf = await rendered({}, 'a\n'.repeat(200));
  assert.ok(pageCount(pdf) > 1);
  assert.ok(pdfText(pdf).includes('Page 1 sur'));
});
