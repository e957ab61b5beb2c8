import { bilingual, both } from '@partner-ordering/kernel/texts';

/** The texts of an order, but those of its next step. */
export const orderTexts = bilingual({
  brief: both('Brief', 'Brief'),
  files: both('Files', 'Fichiers'),
  addFiles: both('Add files', 'Ajouter des fichiers'),
  removeFile: both(
    (name: string) => ({ label: 'Remove', title: `Remove ${name}?`, text: 'The file leaves the brief.' }),
    (name) => ({ label: 'Retirer', title: `Retirer ${name} ?`, text: 'Le fichier est retiré du brief.' }),
  ),
  details: both('Details', 'Détails'),
  vat: both('VAT', 'TVA'),
  worker: both('Creative', 'Créatif'),
  receipt: both('Receipt', 'Reçu'),
  openPdf: both('Open the PDF', 'Ouvrir le PDF'),
  /** The commands of the order; some are named by the state that they leave, too. */
  commands: {
    create: both('Created', 'Créée'),
    edit: both('Edited', 'Modifiée'),
    publish: both('Placed', 'Passée'),
    defer: both('Waits for an approval', 'En attente d’approbation'),
    launch: both('Approved', 'Approuvée'),
    request_proposal: both('Proposal asked for', 'Proposition demandée'),
    propose: both('Proposal', 'Proposition'),
    'proposal.publish': both('Proposal accepted', 'Proposition acceptée'),
    'proposal.request_proposal': both('Proposal refused', 'Proposition refusée'),
    'proposal.propose': both('New proposal', 'Nouvelle proposition'),
    withdraw: both('Withdrawn', 'Retirée'),
    assign: both('Creative found', 'Créatif trouvé'),
    choose_winner: both('Winner chosen', 'Gagnante choisie'),
    cancel: both('Canceled', 'Annulée'),
    settle: both('Paid', 'Payée'),
  },
  works: both('Works', 'Créations'),
  noWorks: both(
    'No works yet. They appear here as soon as creatives send them.',
    'Aucune création pour le moment. Elles apparaissent ici dès que les créatifs les envoient.',
  ),
  comments: both('Comments', 'Commentaires'),
  comment: both('Comment', 'Commentaire'),
  addComment: both('Comment', 'Commenter'),
  result: both('Final files', 'Fichiers finaux'),
  noResult: both('The final files appear here as soon as they are ready.', 'Les fichiers finaux apparaissent ici dès qu’ils sont prêts.'),
  conversation: both('Conversation and history', 'Conversation et historique'),
  earlier: both('Earlier', 'Plus tôt'),
  worksSent: both(
    (count: number) => (count === 1 ? 'Work sent' : `${count} works sent`),
    (count) => (count === 1 ? 'Création envoyée' : `${count} créations envoyées`),
  ),
  workNumber: both(
    (number: number) => `Work ${number}`,
    (number) => `Création ${number}`,
  ),
  filesAdded: {
    brief: both('Added to the brief', 'Ajouté au brief'),
    source: both('Added to the final files', 'Ajouté aux fichiers finaux'),
  },
  sharedWith: both(
    (name: string) => `Shared with ${name}`,
    (name) => `Partagée avec ${name}`,
  ),
  write: both('Write a message', 'Écrire un message'),
  you: both('You', 'Vous'),
  message: both('Message', 'Message'),
  attach: both('Attach files', 'Joindre des fichiers'),
  send: both('Send', 'Envoyer'),
  deliveries: {
    open: both('Delivery: waits for an answer', 'Livraison : attend une réponse'),
    accepted: both('Delivery: accepted', 'Livraison : acceptée'),
    rejected: both('Delivery: changes asked for', 'Livraison : modifications demandées'),
  },
  answers: {
    accept: both('Accepted the delivery', 'Livraison acceptée'),
    reject: both('Asked for changes', 'Modifications demandées'),
  },
  review: both(
    (name: string) => `How was ${name}?`,
    (name) => `Comment était ${name} ?`,
  ),
  marks: {
    quality: both('Quality', 'Qualité'),
    reactivity: both('Speed of answers', 'Réactivité'),
    communicativeness: both('Communication', 'Communication'),
    work_with_again: both('Would work together again', 'Envie de retravailler ensemble'),
  },
  grades: both(
    ['1 – poor', '2 – fair', '3 – good', '4 – very good', '5 – excellent'],
    ['1 – insuffisant', '2 – passable', '3 – bien', '4 – très bien', '5 – excellent'],
  ),
  sendReview: both('Send the review', 'Envoyer l’évaluation'),
  edit: both('Edit the draft', 'Modifier le brouillon'),
  title: both('Title', 'Titre'),
  description: both('Description', 'Description'),
  share: {
    text: both(
      'Colleagues see it with its works, messages and files, and can write messages.',
      'Vos collègues la voient avec ses créations, messages et fichiers, et peuvent écrire des messages.',
    ),
    email: both('Email of a colleague', 'Adresse e-mail d’un collègue'),
    add: both('Share', 'Partager'),
    remove: both('Stop sharing', 'Ne plus partager'),
  },
});
