import type { Texts } from '../text/language.tsx';

const en = {
  loading: 'Loading',
  failed: 'That did not work',
  missing: 'This does not exist, or is not yours to see.',
  offline: 'The service cannot be reached. Check your connection.',
  again: 'Try again',
  request: (id: string) => `Request ${id}`,
  cancel: 'Cancel',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  shown: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  wrong: 'Some fields need your attention.',
  drop: 'Or drop files here.',
  filesFailed: 'Remove the files that failed, or add them again.',
  remove: (name: string) => `Remove ${name}`,
};

export const kitTexts: Texts<typeof en> = {
  en,
  fr: {
    loading: 'Chargement',
    failed: 'Cela n’a pas fonctionné',
    missing: 'Ceci n’existe pas, ou ne vous est pas accessible.',
    offline: 'Le service est injoignable. Vérifiez votre connexion.',
    again: 'Réessayer',
    request: (id) => `Requête ${id}`,
    cancel: 'Annuler',
    close: 'Fermer',
    previous: 'Précédent',
    next: 'Suivant',
    shown: (first, last, total) => `${first}–${last} sur ${total}`,
    wrong: 'Certains champs demandent votre attention.',
    drop: 'Ou déposez des fichiers ici.',
    filesFailed: 'Retirez les fichiers en échec ou ajoutez-les de nouveau.',
    remove: (name) => `Retirer ${name}`,
  },
};
