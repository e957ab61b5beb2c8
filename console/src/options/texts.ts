import type { Texts } from '../text/language.tsx';

const en = {
  mode: 'Way of working',
  modes: { solo: 'Conversation', multi: 'Contest' },
  modeHints: { solo: 'One creative works with you until it fits.', multi: 'Several creatives propose, you choose one work.' },
  due: 'Delivery',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  skill: 'Task',
  skills: { conception: 'Conception', execution: 'Execution' },
  quantity: 'Quantity',
  net: 'Net price',
  noPrice: 'There is no price for these options. Choose others, or send a specific request.',
};

export const optionTexts: Texts<typeof en> = {
  en,
  fr: {
    mode: 'Mode de travail',
    modes: { solo: 'Conversation', multi: 'Concours' },
    modeHints: {
      solo: 'Un créatif travaille avec vous jusqu’au bon résultat.',
      multi: 'Plusieurs créatifs proposent, vous choisissez une création.',
    },
    due: 'Délai de livraison',
    days: (days) => (days === 1 ? '1 jour' : `${days} jours`),
    skill: 'Prestation',
    skills: { conception: 'Conception', execution: 'Exécution' },
    quantity: 'Quantité',
    net: 'Prix HT',
    noPrice: 'Il n’y a pas de prix pour ces options. Choisissez-en d’autres ou envoyez une demande spécifique.',
  },
};
