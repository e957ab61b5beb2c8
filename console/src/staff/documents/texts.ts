import type { Texts } from '../../text/language.tsx';

const en = {
  all: 'All',
  none: 'Nothing here',
  pay: {
    label: 'Mark as paid',
    title: (number: string) => `Is ${number} paid?`,
    text: (sum: string) =>
      `You say that ${sum} has arrived, and nothing more is charged. Every order on it becomes paid too. This cannot be undone.`,
    done: 'It is marked as paid',
  },
  credit: {
    label: 'Credit',
    title: (number: string) => `Credit ${number}`,
    text: (sum: string) => `The receipt is over ${sum} net. VAT follows by itself. A credit note cannot be changed.`,
    reasonHint: 'The organization reads it in the credit note.',
    part: (currency: string) => `Net amount in ${currency}`,
    partHint: 'Leave it empty to credit all that is left.',
    done: 'The credit note is written',
  },
  cancel: {
    label: 'Void',
    title: (number: string) => `Void ${number}?`,
    text: (sum: string) => `Nobody owes ${sum} any more: a credit note takes back what is left of each receipt. This cannot be undone.`,
    done: 'The invoice is void, and its receipts follow',
  },
  issue: {
    label: 'Issue an invoice',
    text: 'It collects the unpaid receipts of a month that no payment source can pay.',
    currencyHint: 'Only for a month with receipts in several currencies.',
    done: 'The invoice is issued',
  },
};

export const documentsTexts: Texts<typeof en> = {
  en,
  fr: {
    all: 'Tous',
    none: 'Rien ici',
    pay: {
      label: 'Paiement reçu',
      title: (number) => `${number} : paiement reçu ?`,
      text: (sum) =>
        `Vous confirmez avoir reçu ${sum}, et rien d’autre n’est prélevé. Chaque commande concernée devient payée. C’est irréversible.`,
      done: 'Le paiement est enregistré',
    },
    credit: {
      label: 'Établir un avoir',
      title: (number) => `Avoir sur ${number}`,
      text: (sum) => `Le reçu est de ${sum} HT. La TVA suit d’elle-même. Un avoir ne peut pas être modifié.`,
      reasonHint: 'L’organisation le lit sur l’avoir.',
      part: (currency) => `Montant HT en ${currency}`,
      partHint: 'Laissez vide pour créditer tout ce qui reste.',
      done: 'L’avoir est établi',
    },
    cancel: {
      label: 'Annuler la facture',
      title: (number) => `Annuler la facture ${number} ?`,
      text: (sum) => `Plus personne ne doit ${sum} : un avoir reprend ce qui reste de chaque reçu. C’est irréversible.`,
      done: 'La facture est annulée, et ses reçus suivent',
    },
    issue: {
      label: 'Émettre une facture',
      text: 'Elle réunit les reçus impayés d’un mois qu’aucun moyen de paiement ne peut régler.',
      currencyHint: 'Seulement pour un mois avec des reçus en plusieurs devises.',
      done: 'La facture est émise',
    },
  },
};
