import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facesFor } from '@partner-ordering/fonts';
import type { BillingAddress } from '../../generated/events.ts';
import { CreditNote } from '../domain/credit-note.ts';
import { Invoice } from '../domain/invoice.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { pageCount, pdfText } from '../fixtures/pdf-text.ts';
import { address, finishedProject, organizationOf } from '../fixtures/test-billing.ts';
import { renderCreditNote } from './credit-note-pdf.ts';
import { renderInvoice } from './invoice-pdf.ts';
import { renderReceipt } from './receipt-pdf.ts';

interface Texts {
  name?: string;
  vat?: string | null;
  title?: string;
  reason?: string;
  seller?: string;
  addressFields?: Partial<BillingAddress>;
}

const at = new Date('2026-12-02T10:00:00Z');

/** Every paper with these texts of clients. */
async function papers({
  name = 'Harbour Bakery',
  vat = null,
  title = 'A logo',
  reason = 'Late',
  seller = 'Harbour',
  addressFields = {},
}: Texts): Promise<Buffer[]> {
  const receipt = Receipt.of({
    project: finishedProject('o', { title }),
    organization: organizationOf('o', { name, vat, billing_address: { ...address, ...addressFields } }),
    seller: { ...exampleSeller, name: seller, address: [seller] },
    paymentRid: null,
    issued: { number: 'R2026-000017', at },
  });
  const { content, number, amountMinor, vatRule, vatRate, vatMinor, currency } = receipt;
  const note = CreditNote.of(receipt, reason, receipt.credit(10_000, at), { number: 'C2026-000003', at });
  const invoice = Invoice.of({
    gid: 'g',
    organizationGid: 'o',
    period: '2026-11',
    currency,
    dueDays: 30,
    issued: { number: 'I2026-000001', at },
    content: { ...content, vatLines: [{ vatRule, vatRate, amountMinor, vatMinor }] },
  });
  const line = { number, createdAt: at.toISOString(), title, shortCode: 'K7M2P9QX', vatRate, amountMinor, isInvoice: false };
  return Promise.all([renderReceipt(receipt), renderCreditNote(note), renderInvoice(invoice, [line])]);
}

const codes = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

const controls = [...codes(0, 0x1f), ...codes(0x7f, 0x9f), '\u2028', '\u2029'];
const unseen = [...codes(0x200b, 0x200f), ...codes(0x202a, 0x202e), ...codes(0x2060, 0x206f), '\u00ad', '\ufeff', '\u3164', '\u{e0041}'];

test('control and invisible characters neither remove nor add letters in any text of a document', async () => {
  const lines = ['division', 'address1', 'address2', 'additional', 'state', 'country_name'] as const;
  for (const character of [...controls, ...unseen]) {
    const written = (field: string): string => `${field}${character}end`;
    const addressFields = Object.fromEntries([...lines, 'zipcode', 'city'].map((field) => [field, written(field)]));
    const given = {
      name: written('name'),
      vat: written('vat'),
      title: written('title'),
      reason: written('reason'),
      seller: written('seller'),
      addressFields,
    };
    const drawn = (await papers(given)).map((pdf) => pdfText(pdf).replaceAll('\n', ' '));
    const between = controls.includes(character) ? ' ' : '';
    const expected = (field: string): string => `${field}${between}end`;
    for (const text of drawn) {
      for (const field of [...lines, 'name', 'vat', 'title', 'seller', 'zipcode', 'city'])
        assert.ok(text.includes(expected(field)), `${expected(field)} after U+${character.codePointAt(0)!.toString(16)}: ${text}`);
    }
    assert.ok(drawn[1]!.includes(expected('reason')), `reason after U+${character.codePointAt(0)!.toString(16)}`);
  }
});

test('a reason keeps its line breaks, and a title is one line', async () => {
  const [receipt, note] = (await papers({ title: 'one\r\ntitle', reason: 'one\r\ntwo\u2028three' })).map(pdfText);
  assert.match(receipt!, /^one title$/m);
  assert.match(note!, /one\ntwo\nthree$/m);
});

/** Real names, and the font that draws them, by the country of the buyer. */
const names = [
  ['JP', '株式会社ニトリ 髙島屋 𠮷野家', 'NotoSansJP'],
  ['KR', '삼성전자 주식회사', 'NotoSansKR'],
  ['TW', '台灣積體電路製造股份有限公司', 'NotoSansTC'],
  ['CN', '华为技术有限公司', 'NotoSansSC'],
  ['DE', '华为技术 ニトリ 대한민국 삼성', 'NotoSansSC'],
  ['TH', 'บริษัท ปตท. (มหาชน)', 'NotoSansThai'],
  ['IN', 'टाटा स्टील मुंबई', 'NotoSansDevanagari'],
  ['SA', 'شركة أرامكو السعودية', 'Vazirmatn'],
  ['IR', 'شرکت ملی نفت ایران', 'Vazirmatn'],
  ['IL', 'חברת החשמל לישראל', 'NotoSansHebrew'],
  ['FR', 'Studio 🎨 👩🏽‍🎨 ☕🌶️ 1️⃣', 'NotoEmoji'],
  ['PL', 'Piekarnia Łódź ❤️', 'DejaVuSans'],
] as const;

describe('names in every script with a font', () => {
  for (const [country, name, font] of names) {
    test(`${name} is drawn with all its letters on every document of ${country}`, async () => {
      const addressFields = { country, country_name: null, city: name };
      const given = { name, title: name, reason: name, addressFields };
      for (const pdf of await papers(given)) {
        const text = pdfText(pdf);
        for (const letter of name.replaceAll(/[\p{M}\p{DI}\p{Emoji_Modifier}\s]/gu, ''))
          assert.ok(text.includes(letter), `${letter} in ${text}`);
        assert.doesNotMatch(text, /\ufffd|U\+/);
        assert.ok(pdf.toString('latin1').includes(font), font);
        assert.equal(pageCount(pdf), 1);
      }
      const again = await Promise.all([papers(given), papers(given)]);
      assert.deepEqual(again[0], again[1], 'the same bytes');
    });
  }
});

test('right-to-left words keep their reading order, and our own text beside them stays whole', async () => {
  const [receipt, , invoice] = (await papers({ name: 'חברת החשמל 2 (לישראל)', title: 'לוגו חדש' })).map(pdfText);
  const fromRight = (text: string): string => [...text].toReversed().join('');
  assert.ok(receipt!.replaceAll('\n', '').includes(fromRight('חברת החשמל 2 )לישראל(')), receipt);
  assert.ok(invoice!.replaceAll('\n', '').includes(`${fromRight('לוגו חדש')} (K7M2P9QX)`), invoice);
});

test('a character without a font is shown by its code', async () => {
  for (const pdf of await papers({ name: 'Khmer ភ', title: 'ভ' }))
    assert.match(pdfText(pdf).replaceAll('\n', ''), /Khmer \[U\+1797\].*\[U\+09AD\]/);
});

test('a letter is drawn even if its font has no place for its mark', async () => {
  for (const pdf of await papers({ name: 'ؾۖ' })) assert.match(pdfText(pdf), /ؾ/);
});

test('a letter is copied from a paper even if an earlier paper drew it as a part of another', async () => {
  await papers({ name: 'Ά' });
  for (const pdf of await papers({ name: 'Α' })) assert.match(pdfText(pdf), /Α/);
});

test('a long text without blanks continues over lines and pages', async () => {
  const [receipt, note] = await papers({ title: '新'.repeat(200), reason: '納品が遅れたため。\n'.repeat(100) });
  assert.equal(pdfText(receipt!).match(/新+/g)!.join('').length, 200);
  assert.ok(
    pdfText(receipt!)
      .match(/新+/g)!
      .every((line) => line.length < 60),
  );
  assert.ok(pageCount(note!) > 1);
  assert.equal(pdfText(note!).match(/納/g)!.length, 100);
});

test('fonts lay out each letter of a text a few times at most, however long its words and lines are', async (context) => {
  const { font } = (await facesFor(['א'], { country: null, isBold: false })).get('א')!;
  const layout = context.mock.method(Object.getPrototypeOf(font) as typeof font, 'layout');
  for (const part of ['אא', 'क्ष', '회사', 'ش a ', '新', 'ź ']) {
    layout.mock.resetCalls();
    await papers({ title: part.repeat(255).slice(0, 255), reason: part.repeat(1000).slice(0, 1000) });
    const laidOut = layout.mock.calls.reduce((sum, { arguments: [text] }) => sum + text.length, 0);
    assert.ok(laidOut < 5 * (3 * 255 + 1000), `${part}: ${laidOut}`);
  }
});
