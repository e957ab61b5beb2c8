import type { VatRule } from '@partner-ordering/commerce';
import { bilingual, both, type Language } from '@partner-ordering/kernel';
import type { ReceiptContent } from '../domain/receipt.ts';

/** Countries whose documents are in French: France, its territories, and Monaco. */
const french = new Set(['FR', 'MC', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC']);

/** The language for a country of a billing address; English when the country is unknown. */
export const languageOfCountry = (country: string | null): Language => (country !== null && french.has(country) ? 'fr' : 'en');

/** The words of documents in each language. */
export const texts = bilingual({
  invoice: both('Invoice', 'Facture'),
  receipt: both('Receipt', 'Reçu'),
  testReceipt: both('Test receipt', 'Reçu de test'),
  number: both('Number', 'Numéro'),
  date: both('Date', 'Date'),
  project: both('Project', 'Projet'),
  customer: both('Customer', 'Client'),
  vatNumber: both('VAT number', 'N° de TVA'),
  description: both('Description', 'Désignation'),
  net: both('Net amount', 'Montant HT'),
  vat: both('VAT', 'TVA'),
  total: both('Total', 'Total TTC'),
  /** The legal note for each VAT rule, if any. See `vatRule` in libs/commerce/src/vat.ts. */
  vatNotes: {
    domestic: both(null, null),
    unregistered: both(null, null),
    reverse_charge: both(
      'Reverse charge: VAT is to be accounted for by the recipient (Articles 44 and 196 of Directive 2006/112/EC).',
      'Autoliquidation : la TVA est due par le preneur (articles 44 et 196 de la directive 2006/112/CE).',
    ),
    outside: both(
      'Not subject to VAT: the recipient is established outside the VAT area of the European Union (Article 44 of Directive 2006/112/EC).',
      'TVA non applicable : le preneur est établi hors du territoire TVA de l’Union européenne (article 44 de la directive 2006/112/CE).',
    ),
  },
  test: both(
    'This is a test document. It has no value and nothing is charged.',
    'Ceci est un document de test. Il est sans valeur et rien n’est débité.',
  ),
  noInvoice: both('This receipt is not an invoice.', 'Ce reçu n’est pas une facture.'),
  charged: both('The total is charged to the payment method on file.', 'Le total est débité sur le moyen de paiement enregistré.'),
  creditNote: both('Credit note', 'Avoir'),
  dueOn: both('Due on', 'Échéance'),
  period: both('Period', 'Période'),
  netOf: both('Net at', 'HT à'),
  /** The text below the lines of an invoice. */
  pay: both(
    (number: string, day: string) => `Please pay the total by ${day} and give the number ${number}.`,
    (number, day) => `Merci de régler le total au plus tard le ${day} en rappelant le numéro ${number}.`,
  ),
  /** Says that the VAT of the marked lines is already on an invoice. Leaves out the numbers if they are many. */
  invoicedBefore: both(
    (numbers: readonly string[] | null) =>
      `* Already invoiced under its own number${numbers === null ? '' : ` (${numbers.join(', ')})`}, and collected here for payment only: this is no second invoice of it, and its VAT can be deducted only once.`,
    (numbers) =>
      `* Déjà facturé sous son propre numéro${numbers === null ? '' : ` (${numbers.join(', ')})`} et repris ici pour le paiement seulement : ceci n’en est pas une seconde facture et la TVA correspondante n’est déductible qu’une fois.`,
  ),
  /** The reason of the credit notes of a void invoice. */
  voided: both(
    (invoice: string) => `Invoice ${invoice} was voided.`,
    (invoice) => `La facture ${invoice} a été annulée.`,
  ),
  testCreditNote: both('Test credit note', 'Avoir de test'),
  creditOf: both(
    (receipt: string, day: string) => `Credit for ${receipt} of ${day}`,
    (receipt, day) => `Avoir sur ${receipt} du ${day}`,
  ),
  reason: both('Reason:', 'Motif :'),
  reverseChargeNumbers: both(
    (seller: string, buyer: string) => `VAT number of the supplier: ${seller}. VAT number of the recipient: ${buyer}.`,
    (seller, buyer) => `N° de TVA du prestataire : ${seller}. N° de TVA du preneur : ${buyer}.`,
  ),
  page: both(
    (number: number, count: number) => `Page ${number} of ${count}`,
    (number, count) => `Page ${number} sur ${count}`,
  ),
});

export type Texts = (typeof texts)[Language];

/** The legal notes for the VAT rules of a document, each once; under reverse charge with both VAT numbers. */
export function vatNotesOf(rules: readonly VatRule[], { seller, buyer }: Pick<ReceiptContent, 'seller' | 'buyer'>, words: Texts): string[] {
  const notes = [...new Set(rules)].flatMap((rule) => words.vatNotes[rule] ?? []);
  const names = rules.includes('reverse_charge') && seller.vatNumber !== null && buyer.vatNumber !== null;
  return names ? [...notes, words.reverseChargeNumbers(seller.vatNumber!, buyer.vatNumber!)] : notes;
}
