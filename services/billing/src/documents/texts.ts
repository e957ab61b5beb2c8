import type { VatRule } from '@partner-ordering/commerce';
import { isolated } from '@partner-ordering/kernel';
import type { Language } from '@partner-ordering/mail';
import type { ReceiptContent } from '../domain/receipt.ts';

/** Countries whose documents are in French: France, its territories, and Monaco. */
const french = new Set(['FR', 'MC', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC']);

/** The language for a country of a billing address; English when the country is unknown. */
export const languageOfCountry = (country: string | null): Language => (country !== null && french.has(country) ? 'fr' : 'en');

const english = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  testReceipt: 'Test receipt',
  number: 'Number',
  date: 'Date',
  project: 'Project',
  customer: 'Customer',
  vatNumber: 'VAT number',
  description: 'Description',
  net: 'Net amount',
  vat: 'VAT',
  total: 'Total',
  /** The note that the law requires for each VAT rule, if any. See `vatRule` in libs/commerce/src/vat.ts. */
  vatNotes: {
    domestic: null,
    unregistered: null,
    reverse_charge: 'Reverse charge: VAT is to be accounted for by the recipient (Articles 44 and 196 of Directive 2006/112/EC).',
    outside:
      'Not subject to VAT: the recipient is established outside the VAT area of the European Union (Article 44 of Directive 2006/112/EC).',
  } satisfies Readonly<Record<VatRule, string | null>>,
  test: 'This is a test document. It has no value and nothing is charged.',
  noInvoice: 'This receipt is not an invoice.',
  charged: 'The total is charged to the payment method on file.',
  creditNote: 'Credit note',
  dueOn: 'Due on',
  period: 'Period',
  netOf: 'Net at',
  /** What stands below an invoice. */
  pay: (number: string, day: string) => `Please pay the total by ${day} and give the number ${number}.`,
  /** Says that the VAT of the marked lines stands on an invoice already; without numbers when they are many. */
  invoicedBefore: (numbers: readonly string[] | null) =>
    `* Already invoiced under its own number${numbers === null ? '' : ` (${numbers.join(', ')})`}, and collected here for payment only: this is no second invoice of it, and its VAT can be deducted only once.`,
  /** The reason of the credit notes of a void invoice. */
  voided: (invoice: string) => `Invoice ${invoice} was voided.`,
  testCreditNote: 'Test credit note',
  creditOf: (receipt: string, day: string) => `Credit for ${receipt} of ${day}`,
  reason: 'Reason:',
  reverseChargeNumbers: (seller: string, buyer: string) => `VAT number of the supplier: ${seller}. VAT number of the recipient: ${buyer}.`,
  page: (number: number, count: number) => `Page ${number} of ${count}`,
};

/** The words of a document. */
export type Texts = typeof english;

/** The notes that the law requires for the VAT rules of a document, each once; under reverse charge with both VAT numbers. */
export function vatNotesOf(rules: readonly VatRule[], { seller, buyer }: Pick<ReceiptContent, 'seller' | 'buyer'>, words: Texts): string[] {
  const notes = [...new Set(rules)].flatMap((rule) => words.vatNotes[rule] ?? []);
  const names = rules.includes('reverse_charge') && seller.vatNumber !== null && buyer.vatNumber !== null;
  return names ? [...notes, words.reverseChargeNumbers(seller.vatNumber!, isolated(buyer.vatNumber!))] : notes;
}

/** The words of documents in each language. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: english,
  fr: {
    invoice: 'Facture',
    receipt: 'Reçu',
    testReceipt: 'Reçu de test',
    number: 'Numéro',
    date: 'Date',
    project: 'Projet',
    customer: 'Client',
    vatNumber: 'N° de TVA',
    description: 'Désignation',
    net: 'Montant HT',
    vat: 'TVA',
    total: 'Total TTC',
    vatNotes: {
      domestic: null,
      unregistered: null,
      reverse_charge: 'Autoliquidation : la TVA est due par le preneur (articles 44 et 196 de la directive 2006/112/CE).',
      outside:
        'TVA non applicable : le preneur est établi hors du territoire TVA de l’Union européenne (article 44 de la directive 2006/112/CE).',
    },
    test: 'Ceci est un document de test. Il est sans valeur et rien n’est débité.',
    noInvoice: 'Ce reçu n’est pas une facture.',
    charged: 'Le total est débité sur le moyen de paiement enregistré.',
    creditNote: 'Avoir',
    dueOn: 'Échéance',
    period: 'Période',
    netOf: 'HT à',
    pay: (number, day) => `Merci de régler le total au plus tard le ${day} en rappelant le numéro ${number}.`,
    invoicedBefore: (numbers) =>
      `* Déjà facturé sous son propre numéro${numbers === null ? '' : ` (${numbers.join(', ')})`} et repris ici pour le paiement seulement : ceci n’en est pas une seconde facture et la TVA correspondante n’est déductible qu’une fois.`,
    voided: (invoice) => `La facture ${invoice} a été annulée.`,
    testCreditNote: 'Avoir de test',
    creditOf: (receipt, day) => `Avoir sur ${receipt} du ${day}`,
    reason: 'Motif :',
    reverseChargeNumbers: (seller, buyer) => `N° de TVA du prestataire : ${seller}. N° de TVA du preneur : ${buyer}.`,
    page: (number, count) => `Page ${number} sur ${count}`,
  },
};
