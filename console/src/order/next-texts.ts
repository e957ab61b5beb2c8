import { bilingual, both } from '@partner-ordering/kernel/texts';
import type { Known } from '../text/values.ts';
import type { Step } from './step.ts';

type About = Record<'price' | 'deadline' | 'worker' | 'owner' | 'organization', string>;

export const nextTexts = bilingual({
  next: both('Next step', 'Prochaine étape'),
  /** The next step of an order, for people who can take it and for people who wait for it. */
  steps: {
    draft: both(
      () => 'This is a draft. Its owner or a manager can place it.',
      () => 'Cette commande est un brouillon. Son auteur ou un gestionnaire peut la passer.',
    ),
    publish: both(
      ({ price }: About) => `Ready to order for ${price} net. If that exceeds the budget, a manager is asked first.`,
      ({ price }) => `Prête à commander pour ${price} HT. Si le budget est dépassé, un gestionnaire est d’abord consulté.`,
    ),
    ask: both(
      () => 'Ready to send. We answer with a price and a deadline.',
      () => 'Prête à être envoyée. Nous répondons par un prix et un délai.',
    ),
    waiting_for_proposal: both(
      () => 'We are preparing a proposal.',
      () => 'Nous préparons une proposition.',
    ),
    proposal: both(
      ({ price }: About) => `We propose ${price} net. The owner decides.`,
      ({ price }) => `Nous proposons ${price} HT. L’auteur de la commande décide.`,
    ),
    accept_proposal: both(
      ({ price }: About) => `We propose ${price} net. If you accept, work begins.`,
      ({ price }) => `Nous proposons ${price} HT. Si vous acceptez, le travail commence.`,
    ),
    require_approval: both(
      ({ price }: About) => `A manager has to approve ${price} net before work begins.`,
      ({ price }) => `Un gestionnaire doit approuver ${price} HT avant que le travail commence.`,
    ),
    launch: both(
      ({ price }: About) => `This order waits for your approval: ${price} net.`,
      ({ price }) => `Cette commande attend votre approbation : ${price} HT.`,
    ),
    contest: both(
      ({ deadline }: About) => `Creatives are working. Works appear here until ${deadline}.`,
      ({ deadline }) => `Les créatifs travaillent. Leurs créations arrivent ici jusqu’au ${deadline}.`,
    ),
    choose_winner: both(
      ({ deadline }: About) => `Works have arrived. More may come until ${deadline}; choose the winner whenever you like.`,
      ({ deadline }) =>
        `Des créations sont arrivées. D’autres peuvent suivre jusqu’au ${deadline} ; choisissez la gagnante quand vous voulez.`,
    ),
    unassigned: both(
      () => 'We are looking for the right creative.',
      () => 'Nous cherchons le créatif qu’il vous faut.',
    ),
    in_progress: both(
      ({ worker, deadline }: About) => `${worker} is working on it until ${deadline}.`,
      ({ worker, deadline }) => `${worker} y travaille jusqu’au ${deadline}.`,
    ),
    answer: both(
      ({ worker }: About) => `${worker} has delivered. Look at it in the conversation, then accept it or say what to change.`,
      ({ worker }) => `${worker} a livré. Consultez la livraison dans la conversation, puis acceptez-la ou demandez des modifications.`,
    ),
    finished: both(
      () => 'This order is finished.',
      () => 'Cette commande est terminée.',
    ),
    paid: both(
      () => 'This order is finished and paid.',
      () => 'Cette commande est terminée et payée.',
    ),
    canceled: both(
      () => 'This order is canceled.',
      () => 'Cette commande est annulée.',
    ),
    propose: both(
      ({ owner, organization }: About) => `${owner} of ${organization} waits for your proposal.`,
      ({ owner, organization }) => `${owner} (${organization}) attend votre proposition.`,
    ),
    assign: both(
      ({ deadline }: About) => `No creative works on it yet. It is due on ${deadline}.`,
      ({ deadline }) => `Aucun créatif n’y travaille encore. Échéance : ${deadline}.`,
    ),
    deliver: both(
      ({ worker, deadline }: About) => `${worker} is working on it until ${deadline}. Deliver the result here.`,
      ({ worker, deadline }) => `${worker} y travaille jusqu’au ${deadline}. Livrez le résultat ici.`,
    ),
    delivered: both(
      ({ worker }: About) => `${worker} has delivered. The customer answers.`,
      ({ worker }) => `${worker} a livré. La réponse revient au client.`,
    ),
    add_works: both(
      ({ deadline }: About) => `Creatives are working until ${deadline}. Add their works here.`,
      ({ deadline }) => `Les créatifs travaillent jusqu’au ${deadline}. Ajoutez ici leurs créations.`,
    ),
    hand_over: both(
      () => 'This order is finished. The customer has no final files yet.',
      () => 'Cette commande est terminée. Le client n’a pas encore de fichiers finaux.',
    ),
  } satisfies Record<Known<Step>, unknown>,
  sentBack: both('It was sent back to you.', 'Elle vous a été renvoyée.'),
  asked: both('The last message waits for your answer.', 'Le dernier message attend votre réponse.'),
  publish: {
    launch: both('Approve', 'Approuver'),
    publish: both('Place the order', 'Passer la commande'),
    accept_proposal: both('Accept and order', 'Accepter et commander'),
  },
  ask: both('Ask for a proposal', 'Demander une proposition'),
  downloads: {
    all: both('Download all', 'Tout télécharger'),
    tooLarge: both(
      'Together the files have more than 2 GB. Download them one by one.',
      'Ensemble, les fichiers dépassent 2 Go. Téléchargez-les un par un.',
    ),
    oneAtATime: both(
      'Another download of yours is still running. Try again once it has ended.',
      'Un autre de vos téléchargements est en cours. Réessayez dès qu’il est terminé.',
    ),
  },
  seeProposal: both('See the proposal', 'Voir la proposition'),
  seeWorks: both('See the works', 'Voir les créations'),
  delivery: {
    newest: both('Delivery', 'Livraison'),
    earlier: both('Earlier delivery, still open', 'Livraison antérieure, encore sans réponse'),
  },
  accept: {
    label: both('Accept the delivery', 'Accepter la livraison'),
    title: both('Accept this delivery?', 'Accepter cette livraison ?'),
    text: both(
      'The order is finished, and its files are yours. This cannot be undone.',
      'La commande se termine et les fichiers sont à vous. C’est définitif.',
    ),
  },
  reject: {
    label: both('Ask for changes', 'Demander des modifications'),
    title: both('What should change?', 'Que faut-il modifier ?'),
    reason: both('Your message to the creative', 'Votre message au créatif'),
  },
  refuse: {
    label: both('Refuse', 'Refuser'),
    title: both('Refuse this proposal?', 'Refuser cette proposition ?'),
    reason: both('What should be different? We make another proposal.', 'Que faut-il changer ? Nous ferons une autre proposition.'),
  },
  withdraw: both('Withdraw the request', 'Retirer la demande'),
  sendBack: both('Send back', 'Renvoyer à l’auteur'),
  withdrawProposal: {
    title: both('Withdraw this request?', 'Retirer cette demande ?'),
    reason: both('Why (may stay empty)', 'Pourquoi (facultatif)'),
  },
  actFor: both(
    (organization: string) => `Act for ${organization}`,
    (organization) => `Agir pour ${organization}`,
  ),
  share: both('Share', 'Partager'),
  shareTitle: both('Share this order', 'Partager cette commande'),
  cancel: {
    label: both('Cancel the order', 'Annuler la commande'),
    title: both('Cancel this order?', 'Annuler cette commande ?'),
    text: both(
      'Work stops, and the budget is released. This cannot be undone.',
      'Le travail s’arrête et le budget est libéré. C’est définitif.',
    ),
  },
  remove: {
    label: both('Delete', 'Supprimer'),
    title: both('Delete this order?', 'Supprimer cette commande ?'),
    text: both(
      'It disappears with its files and messages. This cannot be undone.',
      'Elle disparaît avec ses fichiers et ses messages. C’est définitif.',
    ),
  },
});
