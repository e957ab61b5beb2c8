import { bilingual, both } from '@partner-ordering/kernel/texts';

export const kitTexts = bilingual({
  loading: both('Loading', 'Chargement'),
  failed: both('That did not work', 'Cela n’a pas fonctionné'),
  missing: both('This does not exist, or is not yours to see.', 'Ceci n’existe pas, ou ne vous est pas accessible.'),
  offline: both('The service cannot be reached. Check your connection.', 'Le service est injoignable. Vérifiez votre connexion.'),
  again: both('Try again', 'Réessayer'),
  request: both(
    (id: string) => `Request ${id}`,
    (id) => `Requête ${id}`,
  ),
  /** The words of buttons and columns that many screens share. */
  edit: both('Edit', 'Modifier'),
  save: both('Save', 'Enregistrer'),
  saved: both('Saved', 'Enregistré'),
  done: both('Done', 'C’est fait'),
  create: both('Create', 'Créer'),
  remove: both('Remove', 'Retirer'),
  delete: both('Delete', 'Supprimer'),
  deleteOne: both(
    (name: string) => `Delete ${name}?`,
    (name) => `Supprimer ${name} ?`,
  ),
  /** The label of a button with the name of the thing it is about, if several have the same label. */
  labelFor: both(
    (label: string, name: string) => `${label}: ${name}`,
    (label, name) => `${label} : ${name}`,
  ),
  name: both('Name', 'Nom'),
  status: both('Status', 'Statut'),
  enabled: both('Enabled', 'Activé'),
  disabled: both('Disabled', 'Désactivé'),
  action: both('Action', 'Action'),
  currency: both('Currency', 'Devise'),
  back: both('Back', 'Retour'),
  close: both('Close', 'Fermer'),
  copy: both('Copy', 'Copier'),
  copied: both('Copied', 'Copié'),
  previous: both('Previous', 'Précédent'),
  next: both('Next', 'Suivant'),
  range: both(
    (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
    (first, last, total) => `${first}–${last} sur ${total}`,
  ),
  choose: both('Type to search', 'Tapez pour chercher'),
  more: both('Type more to narrow it.', 'Tapez davantage pour préciser.'),
  unchosen: both('Choose one of the list.', 'Choisissez dans la liste.'),
  nothing: both('Nothing found', 'Aucun résultat'),
  clear: both('Clear', 'Effacer'),
  all: both('All', 'Tous'),
  wrong: both('Some fields need your attention.', 'Certains champs demandent votre attention.'),
  /** The question before something entered is lost. */
  leave: {
    title: both('Leave without sending?', 'Quitter sans envoyer ?'),
    text: both(
      'What you entered is not sent or saved yet, and will be lost.',
      'Votre saisie n’est ni envoyée ni enregistrée. Elle sera perdue.',
    ),
    stay: both('Stay', 'Rester'),
    go: both('Leave', 'Quitter'),
  },
  pdf: {
    show: both('Show pages', 'Afficher les pages'),
    page: both(
      (number: number, count: number) => `Page ${number} of ${count}`,
      (number, count) => `Page ${number} sur ${count}`,
    ),
    locked: both(
      'A password protects this PDF. Open the file to enter it.',
      'Un mot de passe protège ce PDF. Ouvrez le fichier pour le saisir.',
    ),
    broken: both('This PDF cannot be shown here. Open the file instead.', 'Ce PDF ne peut pas être affiché ici. Ouvrez plutôt le fichier.'),
  },
  drop: both('Or drop files here.', 'Ou déposez des fichiers ici.'),
  filesFailed: both('Remove the files that failed, or add them again.', 'Retirez les fichiers en échec ou ajoutez-les de nouveau.'),
});
