import { bilingual, both } from '@partner-ordering/kernel/texts';

export const optionTexts = bilingual({
  mode: both('Way of working', 'Mode de travail'),
  modes: {
    solo: both('Conversation', 'Conversation'),
    multi: both('Contest', 'Concours'),
  },
  modeHints: {
    solo: both('One creative works with you until it fits.', 'Un créatif travaille avec vous jusqu’au bon résultat.'),
    multi: both('Several creatives propose, you choose one work.', 'Plusieurs créatifs proposent, vous choisissez une création.'),
  },
  due: both('Delivery', 'Délai de livraison'),
  days: both(
    (days: number) => (days === 1 ? '1 day' : `${days} days`),
    (days) => (days === 1 ? '1 jour' : `${days} jours`),
  ),
  skill: both('Task', 'Prestation'),
  skills: {
    conception: both('Conception', 'Conception'),
    execution: both('Execution', 'Exécution'),
  },
  quantity: both('Quantity', 'Quantité'),
  net: both('Net price', 'Prix HT'),
  noPrice: both(
    'There is no price for these options. Choose others, or send a specific request.',
    'Il n’y a pas de prix pour ces options. Choisissez-en d’autres ou envoyez une demande spécifique.',
  ),
});
