import { bilingual, both } from '@partner-ordering/kernel/texts';

export const workersTexts = bilingual({
  add: both('Add a creative', 'Ajouter un créatif'),
  search: both('Search creatives', 'Rechercher un créatif'),
  none: both('Add the first creative who works on orders', 'Ajoutez le premier créatif qui travaille sur les commandes'),
  serviceId: both('Production id', 'Identifiant de production'),
  serviceIdHint: both('What the production system calls this person.', 'Celui de cette personne dans le système de production.'),
  noPicture: both('Remove the present picture', 'Retirer la photo actuelle'),
  removeText: both(
    'Only somebody who took part in no order can be deleted. This cannot be undone.',
    'Seul un créatif qui n’a participé à aucune commande peut être supprimé. C’est irréversible.',
  ),
});
