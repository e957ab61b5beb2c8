import { bilingual, both } from '@partner-ordering/kernel/texts';

export const pricesTexts = bilingual({
  prices: both('Prices', 'Prix'),
  pricesOf: both(
    (name: string) => `Prices of ${name}`,
    (name) => `Prix de ${name}`,
  ),
  product: both('Product', 'Produit'),
  allProducts: both('All products', 'Tous les produits'),
  everybody: both('Default price', 'Prix par défaut'),
  options: both('Options', 'Options'),
  from: both('Valid from', 'Valable à partir du'),
  until: both('Valid until', 'Valable jusqu’au'),
  untilHint: both('Empty for always.', 'Laissez vide pour toujours.'),
  validFrom: both(
    (time: string) => `Valid from ${time}`,
    (time) => `À partir du ${time}`,
  ),
  validUntil: both(
    (time: string) => `Valid until ${time}`,
    (time) => `Jusqu’au ${time}`,
  ),
  beforeAndAfter: both(
    (price: string) => `Promotion: ${price} before and after`,
    (price) => `Promotion : ${price} avant et après`,
  ),
  promotionHint: both(
    'A promotion splits a standing price: end that price when the promotion begins, and add it again from when it ends.',
    'Une promotion coupe un prix en deux : terminez ce prix au début de la promotion, puis ajoutez-le de nouveau à partir de sa fin.',
  ),
  none: both(
    'No prices yet. Add a default price for all, or one for a single organization.',
    'Aucun prix. Ajoutez un prix par défaut pour tous, ou un prix pour une seule organisation.',
  ),
  noneOwn: both('No prices of its own', 'Aucun prix propre'),
  noneOwnText: both(
    'Prices of its parents and default prices apply. Add a price, or import a price sheet.',
    'Les prix de ses parents et les prix par défaut s’appliquent. Ajoutez un prix, ou importez une grille.',
  ),
  add: both('Add price', 'Ajouter un prix'),
  removeText: both(
    'From now on, the price of the organization’s parent or the default price applies. Placed orders keep theirs.',
    'Désormais, le prix du parent de l’organisation ou le prix par défaut s’applique. Les commandes passées gardent le leur.',
  ),
  sheet: both('Price sheet', 'Grille de prix'),
  noSheet: both('No price sheet', 'Aucune grille de prix'),
  noSheetText: both(
    'A sheet holds all prices of the organization. Enter its address on the organization’s page.',
    'Une grille contient tous les prix de l’organisation. Saisissez son adresse sur la page de l’organisation.',
  ),
  columns: both(
    'CSV or XLSX with the columns product (the end of its page’s address), mode, due, amount and currency; skill where the product has tasks; valid_from and valid_until if you like.',
    'CSV ou XLSX avec les colonnes product (la fin de l’adresse de sa page), mode, due, amount et currency ; skill si le produit distingue les prestations ; valid_from et valid_until au besoin.',
  ),
  import: both('Import now', 'Importer maintenant'),
  importText: both(
    'The sheet replaces all prices of the organization. If one line is wrong, no price changes.',
    'La grille remplace tous les prix de l’organisation. Si une ligne est fausse, aucun prix ne change.',
  ),
  mayRemove: both('It may remove more than half of the prices', 'Elle peut retirer plus de la moitié des prix'),
  importing: both('The import has started', 'L’importation a commencé'),
  theSheet: both('The sheet', 'La grille'),
  lacks: both(
    (count: string, total: string) =>
      `The sheet lacks ${count} of the ${total} present prices. If they may go, import it again and tick that it may remove them.`,
    (count, total) =>
      `Il manque à la grille ${count} des ${total} prix actuels. S’ils peuvent disparaître, relancez l’import en cochant la case.`,
  ),
  noImports: both('Nothing imported yet.', 'Aucune importation pour l’instant.'),
  started: both('Started', 'Début'),
  statuses: {
    pending: both('Running', 'En cours'),
    imported: both('Imported', 'Importée'),
    refused: both('Refused', 'Refusée'),
    failed: both('Failed', 'Échouée'),
  },
  outcome: both('Outcome', 'Résultat'),
  imported: both(
    (count: string) => `Prices: ${count}`,
    (count) => `Prix : ${count}`,
  ),
  hiddenRows: both(
    (count: string) => `Hidden rows, read like the others: ${count}`,
    (count) => `Lignes masquées, lues comme les autres : ${count}`,
  ),
  errors: both(
    (count: string) => `Errors: ${count}`,
    (count) => `Erreurs : ${count}`,
  ),
  errorsTitle: both('Errors of the sheet', 'Erreurs de la grille'),
  place: both('Place', 'Endroit'),
  placeOf: both(
    (line: number, column: string) => `Line ${line}, ${column}`,
    (line, column) => `Ligne ${line}, ${column}`,
  ),
  wrong: both('What is wrong', 'Problème'),
});
