import type { Texts } from '../../text/language.tsx';

const en = {
  add: 'Add a creative',
  search: 'Search creatives',
  noneFound: 'No creative fits this search',
  none: 'Add the first creative who works on orders',
  serviceId: 'Production id',
  serviceIdHint: 'What the production system calls this person.',
  noPicture: 'Remove the present picture',
  removeText: 'Only somebody who took part in no order can be deleted. This cannot be undone.',
};

export const workersTexts: Texts<typeof en> = {
  en,
  fr: {
    add: 'Ajouter un créatif',
    search: 'Rechercher un créatif',
    noneFound: 'Aucun créatif ne correspond à cette recherche',
    none: 'Ajoutez le premier créatif qui travaille sur les commandes',
    serviceId: 'Identifiant de production',
    serviceIdHint: 'Celui de cette personne dans le système de production.',
    noPicture: 'Retirer la photo actuelle',
    removeText: 'Seul un créatif qui n’a participé à aucune commande peut être supprimé. C’est irréversible.',
  },
};
