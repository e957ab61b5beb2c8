import { bilingual, both } from '@partner-ordering/kernel/texts';

export const proposalTexts = bilingual({
  title: both('Accept this proposal?', 'Accepter cette proposition ?'),
  left: both('Your budget this month, after this order', 'Votre budget du mois, après cette commande'),
  leftOfOther: both(
    (owner: string) => `Budget of ${owner} this month, after this order`,
    (owner) => `Budget du mois de ${owner}, après cette commande`,
  ),
  over: both(
    (owner: string) => `This exceeds the budget of ${owner}. It then waits for an approval, which you may give.`,
    (owner) => `Le budget de ${owner} est dépassé. La commande attendra une approbation, que vous pouvez donner.`,
  ),
  changed: both(
    'The proposal has changed. Nothing is ordered. This is what it is now.',
    'La proposition a changé. Rien n’est commandé. La voici telle qu’elle est maintenant.',
  ),
});
