import { bilingual, both } from '@partner-ordering/kernel/texts';

export const documentsTexts = bilingual({
  none: both('Nothing here', 'Rien ici'),
  pay: {
    label: both('Mark as paid', 'Marquer comme payé'),
    title: both(
      (number: string) => `Is ${number} paid?`,
      (number) => `${number} : paiement reçu ?`,
    ),
    text: both(
      (sum: string) =>
        `You say that ${sum} has arrived, and nothing more is charged. Every order on it becomes paid too. This cannot be undone.`,
      (sum) =>
        `Vous confirmez avoir reçu ${sum}, et rien d’autre n’est prélevé. Chaque commande concernée devient payée. C’est irréversible.`,
    ),
    done: both('It is marked as paid', 'Le paiement est enregistré'),
  },
  credit: {
    label: both('Credit', 'Établir un avoir'),
    title: both(
      (number: string) => `Credit ${number}`,
      (number) => `Avoir sur ${number}`,
    ),
    text: both(
      (sum: string) => `The receipt is over ${sum} net. VAT follows by itself. A credit note cannot be changed.`,
      (sum) => `Le reçu est de ${sum} HT. La TVA suit d’elle-même. Un avoir ne peut pas être modifié.`,
    ),
    reasonHint: both('The organization reads it in the credit note.', 'L’organisation le lit sur l’avoir.'),
    part: both(
      (currency: string) => `Net amount in ${currency}`,
      (currency) => `Montant HT en ${currency}`,
    ),
    partHint: both('Leave it empty to credit all that is left.', 'Laissez vide pour créditer tout ce qui reste.'),
    done: both('The credit note is written', 'L’avoir est établi'),
  },
  cancel: {
    label: both('Void', 'Annuler la facture'),
    title: both(
      (number: string) => `Void ${number}?`,
      (number) => `Annuler la facture ${number} ?`,
    ),
    text: both(
      (sum: string) => `Nobody owes ${sum} any more: a credit note takes back what is left of each receipt. This cannot be undone.`,
      (sum) => `Plus personne ne doit ${sum} : un avoir reprend ce qui reste de chaque reçu. C’est irréversible.`,
    ),
    done: both('The invoice is void, and its receipts follow', 'La facture est annulée, et ses reçus suivent'),
  },
  issue: {
    label: both('Issue an invoice', 'Émettre une facture'),
    text: both(
      'It collects the unpaid receipts of a month that no payment method can pay.',
      'Elle réunit les reçus impayés d’un mois qu’aucun moyen de paiement ne peut régler.',
    ),
    currencyHint: both(
      'Only for a month with receipts in several currencies.',
      'Seulement pour un mois avec des reçus en plusieurs devises.',
    ),
    done: both('The invoice is issued', 'La facture est émise'),
  },
});
