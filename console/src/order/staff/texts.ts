import type { Texts } from '../../text/language.tsx';

const en = {
  propose: {
    first: 'Make a proposal',
    next: 'New proposal',
    text: 'The customer accepts it, or sends it back with a word about what should be different.',
    days: 'Delivery in days',
    done: 'The customer has your proposal.',
  },
  worker: 'Creative',
  assign: { first: 'Assign a creative', next: 'Change the creative', done: 'Assigned.' },
  delivery: {
    label: 'Deliver',
    submit: 'Deliver',
    title: (worker: string) => `Delivery by ${worker}`,
    done: 'Delivered. The customer is told.',
  },
  simple: { label: 'Write as the creative', submit: 'Send', title: (worker: string) => `Message by ${worker}`, done: 'Sent.' },
  addWork: 'Add works',
  addVariation: 'Add a variation',
  image: 'Images, one for each work',
  newImage: 'Another image',
  oneImage: 'A work has one image.',
  description: 'Description (may stay empty)',
  content: 'Text, in a writing contest',
  editTitle: 'Edit the work',
  remove: { label: 'Remove', title: 'Remove this work?', text: 'It disappears with its comments. This cannot be undone.' },
  addFiles: 'Add final files',
};

export const staffOrderTexts: Texts<typeof en> = {
  en,
  fr: {
    propose: {
      first: 'Faire une proposition',
      next: 'Nouvelle proposition',
      text: 'Le client l’accepte, ou la renvoie en disant ce qu’il faut changer.',
      days: 'Délai de livraison en jours',
      done: 'Le client a reçu votre proposition.',
    },
    worker: 'Créatif',
    assign: { first: 'Attribuer à un créatif', next: 'Changer de créatif', done: 'Commande attribuée.' },
    delivery: {
      label: 'Livrer',
      submit: 'Livrer',
      title: (worker) => `Livraison de ${worker}`,
      done: 'Livraison envoyée. Le client est prévenu.',
    },
    simple: { label: 'Écrire au nom du créatif', submit: 'Envoyer', title: (worker) => `Message de ${worker}`, done: 'Message envoyé.' },
    addWork: 'Ajouter des créations',
    addVariation: 'Ajouter une variante',
    image: 'Images, une par création',
    newImage: 'Autre image',
    oneImage: 'Une création a une seule image.',
    description: 'Description (facultative)',
    content: 'Texte, pour un concours d’écriture',
    editTitle: 'Modifier la création',
    remove: { label: 'Retirer', title: 'Retirer cette création ?', text: 'Elle disparaît avec ses commentaires. C’est définitif.' },
    addFiles: 'Ajouter les fichiers finaux',
  },
};
