import { bilingual, both } from '@partner-ordering/kernel/texts';

export const homeTexts = bilingual({
  inProgress: both('In progress, by deadline', 'En cours, par échéance'),
  none: both('Nothing waits for you.', 'Rien ne vous attend.'),
  noneInProgress: both('No order is in progress.', 'Aucune commande n’est en cours.'),
  spent: both('Spent this month', 'Dépenses du mois'),
  you: both('You', 'Vous'),
  byAll: both('All members', 'Tous les membres'),
});
