import { bilingual, both } from '@partner-ordering/kernel/texts';

export const newOrderTexts = bilingual({
  title: both('New order', 'Nouvelle commande'),
  another: both('Choose another product', 'Choisir un autre produit'),
  membersOnly: both('Only members of an organization place orders', 'Seuls les membres d’une organisation passent des commandes'),
  search: both('Search products', 'Rechercher un produit'),
  category: both('Category', 'Catégorie'),
  all: both('All categories', 'Toutes les catégories'),
  noneFound: both(
    'No product fits. Search for something else, or send a specific request.',
    'Aucun produit ne correspond. Modifiez votre recherche ou envoyez une demande spécifique.',
  ),
  more: both(
    (count: string) => `Search to find ${count} more.`,
    (count) => `Lancez une recherche pour trouver ${count} ${count === '1' ? 'autre produit' : 'autres produits'}.`,
  ),
  specific: both('Specific request', 'Demande spécifique'),
  specificSummary: both(
    'You get a proposal with options and a price. Nothing is ordered until you accept it.',
    'Vous recevrez une proposition avec des options et un prix. Rien n’est commandé avant votre accord.',
  ),
  from: both(
    (days: number) => `from ${days === 1 ? '1 day' : `${days} days`}`,
    (days) => `dès ${days === 1 ? '1 jour' : `${days} jours`}`,
  ),
  priceChanged: both(
    (price: string) => `The price is now ${price}. To order at it, press again.`,
    (price) => `Le prix est maintenant de ${price}. Pour commander à ce prix, validez de nouveau.`,
  ),
  brief: both('Brief', 'Brief'),
  name: both('Title', 'Titre'),
  description: both('What you need', 'Votre besoin'),
  descriptionHint: both(
    'Say what it is for, who will see it, and what must not be missing.',
    'Précisez l’usage, le public et ce qui ne doit pas manquer.',
  ),
  useTemplate: both('Use the template', 'Utiliser le modèle'),
  files: both('Files for the creatives', 'Fichiers pour les créatifs'),
  summary: both('Summary', 'Récapitulatif'),
  vat: both(
    (percent?: string) => (percent === undefined ? 'Estimated VAT' : `Estimated VAT (${percent})`),
    (percent) => (percent === undefined ? 'TVA estimée' : `TVA estimée (${percent})`),
  ),
  gross: both('Total with VAT', 'Total TTC'),
  left: both('Left of your budget this month', 'Reste de votre budget ce mois-ci'),
  leftAfter: both('Left of your budget after this order', 'Reste de votre budget après cette commande'),
  unlimited: both('Unlimited', 'Illimité'),
  enterFirst: both(
    'Enter a title and what you need to see VAT and your budget.',
    'Saisissez un titre et votre besoin pour voir la TVA et votre budget.',
  ),
  noApproval: both('No approval needed.', 'Aucune approbation nécessaire.'),
  approval: both(
    (names: string) => `This exceeds your budget. ${names || 'A manager'} has to approve it.`,
    (names) => `Votre budget est dépassé. L’approbation ${names ? `de ${names}` : 'd’un gestionnaire'} est nécessaire.`,
  ),
  submit: {
    place: both('Place order', 'Commander'),
    approve: both('Send for approval', 'Envoyer pour approbation'),
    ask: both('Ask for a proposal', 'Demander une proposition'),
    draft: both('Save as draft', 'Enregistrer comme brouillon'),
  },
});
