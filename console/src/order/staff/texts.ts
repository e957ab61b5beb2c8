import { bilingual, both } from '@partner-ordering/kernel/texts';

export const staffOrderTexts = bilingual({
  propose: {
    first: both('Make a proposal', 'Faire une proposition'),
    next: both('New proposal', 'Nouvelle proposition'),
    text: both(
      'The customer accepts it, or sends it back with a word about what should be different.',
      'Le client l’accepte, ou la renvoie en disant ce qu’il faut changer.',
    ),
    days: both('Delivery in days', 'Délai de livraison en jours'),
    message: both('Text to the customer (may stay empty)', 'Texte pour le client (facultatif)'),
    done: both('The customer has your proposal.', 'Le client a reçu votre proposition.'),
  },
  assign: {
    first: both('Assign a creative', 'Attribuer à un créatif'),
    next: both('Change the creative', 'Changer de créatif'),
    done: both('Assigned.', 'Commande attribuée.'),
  },
  delivery: {
    label: both('Deliver', 'Livrer'),
    submit: both('Deliver', 'Livrer'),
    title: both(
      (worker: string) => `Delivery by ${worker}`,
      (worker) => `Livraison de ${worker}`,
    ),
    done: both('Delivered. The customer is told.', 'Livraison envoyée. Le client est prévenu.'),
  },
  simple: {
    label: both('Write as the creative', 'Écrire au nom du créatif'),
    submit: both('Send', 'Envoyer'),
    title: both(
      (worker: string) => `Message by ${worker}`,
      (worker) => `Message de ${worker}`,
    ),
    done: both('Sent.', 'Message envoyé.'),
  },
  addWork: both('Add works', 'Ajouter des créations'),
  addVariation: both('Add a variation', 'Ajouter une variante'),
  image: both('Images, one for each work', 'Images, une par création'),
  newImage: both('Another image', 'Autre image'),
  oneImage: both('A work has one image.', 'Une création a une seule image.'),
  description: both('Description (may stay empty)', 'Description (facultative)'),
  content: both('Text, in a writing contest', 'Texte, pour un concours d’écriture'),
  editTitle: both('Edit the work', 'Modifier la création'),
  remove: {
    label: both('Remove', 'Retirer'),
    title: both('Remove this work?', 'Retirer cette création ?'),
    text: both('It disappears with its comments. This cannot be undone.', 'Elle disparaît avec ses commentaires. C’est définitif.'),
  },
  addFiles: both('Add final files', 'Ajouter les fichiers finaux'),
});
