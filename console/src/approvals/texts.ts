import { bilingual, both } from '@partner-ordering/kernel/texts';

export const approvalsTexts = bilingual({
  none: both('Nothing waits for your approval', 'Aucune commande n’attend votre approbation'),
  noneText: both(
    'An order beyond the monthly budget of its owner waits here.',
    'Une commande qui dépasse le budget mensuel de son auteur attend ici.',
  ),
  budgets: both('Look at members and budgets', 'Voir les membres et leurs budgets'),
  left: both('Budget after approval', 'Budget après approbation'),
  leftOf: both(
    (left: string, budget: string) => `${left} left of ${budget}`,
    (left, budget) => `Reste ${left} sur ${budget}`,
  ),
  over: both(
    (missing: string, budget: string) => `${missing} over the budget of ${budget}`,
    (missing, budget) => `${missing} au-delà du budget de ${budget}`,
  ),
  unlimited: both('Unlimited', 'Illimité'),
  otherCurrency: both(
    (currency: string) => `The budget is in ${currency}`,
    (currency) => `Le budget est en ${currency}`,
  ),
  decision: both('Decision', 'Décision'),
  tick: both(
    (title: string) => `Select ${title}`,
    (title) => `Sélectionner ${title}`,
  ),
  tickAll: both('Select all', 'Tout sélectionner'),
  ticked: both(
    (count: number, sums: string) => (count === 0 ? 'Nothing selected' : `${count} selected: ${sums}`),
    (count, sums) => (count === 0 ? 'Aucune sélection' : `${count} ${count === 1 ? 'sélectionnée' : 'sélectionnées'} : ${sums}`),
  ),
  more: both(
    (shown: number, total: number) => `The oldest ${shown} of ${total}. The others follow once these are decided.`,
    (shown, total) => `Les ${shown} plus anciennes sur ${total}. Les autres suivront.`,
  ),
  approve: both('Approve', 'Approuver'),
  approveTicked: both(
    (count: number) => (count === 0 ? 'Approve selected' : `Approve ${count} ${count === 1 ? 'order' : 'orders'}`),
    (count) => (count === 0 ? 'Approuver la sélection' : `Approuver ${count} ${count === 1 ? 'commande' : 'commandes'}`),
  ),
  changed: both(
    'It was changed meanwhile, and is not approved. Look at it again.',
    'Elle a été modifiée entre-temps et n’est pas approuvée. Vérifiez-la à nouveau.',
  ),
  approved: both(
    (count: number) => (count === 1 ? 'One order is approved' : `${count} orders are approved`),
    (count) => (count === 1 ? 'Une commande est approuvée' : `${count} commandes sont approuvées`),
  ),
  sendBack: both('Send back', 'Renvoyer'),
  sendBackTitle: both(
    (title: string) => `Send back “${title}”?`,
    (title) => `Renvoyer « ${title} » ?`,
  ),
  sendBackText: both(
    (owner: string) => `Nothing is charged. The order goes back to ${owner}, who is told by mail.`,
    (owner) => `Rien n’est facturé. La commande revient à ${owner}, qui en est informé par e-mail.`,
  ),
  sentBack: both('The order is sent back', 'La commande est renvoyée'),
  reason: both('Reason (optional)', 'Motif (facultatif)'),
  reasonHint: both('It stands in the conversation of the order.', 'Il figure dans la conversation de la commande.'),
});
