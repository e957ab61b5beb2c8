import type { Texts } from '../text/language.tsx';
import type { Step } from './step.ts';

interface About {
  price: string;
  deadline: string;
  worker: string;
  owner: string;
  organization: string;
}

const en = {
  next: 'Next step',
  /** Where an order stands, for whoever can take the step and for whoever waits. */
  steps: {
    draft: () => 'This is a draft. Its owner or a manager can place it.',
    publish: ({ price }) => `Ready to order for ${price} net. If that exceeds the budget, a manager is asked first.`,
    ask: () => 'Ready to send. We answer with a price and a deadline.',
    waiting_for_proposal: () => 'We are preparing a proposal.',
    proposal: ({ price }) => `We propose ${price} net. The owner decides.`,
    accept_proposal: ({ price }) => `We propose ${price} net. If you accept, work begins.`,
    require_approval: ({ price }) => `A manager has to approve ${price} net before work begins.`,
    launch: ({ price }) => `This order waits for your approval: ${price} net.`,
    contest: ({ deadline }) => `Creatives are working. Works appear here until ${deadline}.`,
    choose_winner: ({ deadline }) => `Works have arrived. More may come until ${deadline}; choose the winner whenever you like.`,
    unassigned: () => 'We are looking for the right creative.',
    in_progress: ({ worker, deadline }) => `${worker} is working on it until ${deadline}.`,
    answer: ({ worker }) => `${worker} has delivered. Look at it in the conversation, then accept it or say what to change.`,
    finished: () => 'This order is finished.',
    paid: () => 'This order is finished and paid.',
    canceled: () => 'This order is canceled.',
    propose: ({ owner, organization }) => `${owner} of ${organization} waits for your proposal.`,
    assign: ({ deadline }) => `No creative works on it yet. It is due on ${deadline}.`,
    deliver: ({ worker, deadline }) => `${worker} is working on it until ${deadline}. Deliver the result here.`,
    delivered: ({ worker }) => `${worker} has delivered. The customer answers.`,
    add_works: ({ deadline }) => `Creatives are working until ${deadline}. Add their works here.`,
    hand_over: () => 'This order is finished. The customer has no final files yet.',
  } satisfies Record<Step, (about: About) => string>,
  publish: { launch: 'Approve', publish: 'Place the order', accept_proposal: 'Accept and order' },
  ask: 'Ask for a proposal',
  asked: 'Sent. You hear from us soon.',
  seeWorks: 'See the works',
  accept: {
    label: 'Accept the delivery',
    title: 'Accept this delivery?',
    text: 'The order is finished, and its files are yours. This cannot be undone.',
    done: 'Accepted. The order is finished.',
  },
  reject: {
    label: 'Ask for changes',
    title: 'What should change?',
    reason: 'Your message to the creative',
    done: 'Sent to the creative.',
  },
  refuse: {
    label: 'Refuse',
    title: 'Refuse this proposal?',
    reason: 'What should be different? We make another proposal.',
    done: 'Refused. We make another proposal.',
  },
  withdraw: 'Withdraw',
  sendBack: 'Send back',
  withdrawProposal: { title: 'Withdraw this request?', reason: 'Why (may stay empty)', done: 'It is withdrawn.' },
  done: { publish: 'Done.', withdraw: 'It is withdrawn.' },
  actFor: (organization: string) => `Act for ${organization}`,
  edit: 'Edit',
  share: 'Share',
  cancel: {
    label: 'Cancel the order',
    title: 'Cancel this order?',
    text: 'Work stops, and the budget is released. This cannot be undone.',
    done: 'Canceled.',
  },
  remove: {
    label: 'Delete',
    title: 'Delete this order?',
    text: 'It disappears with its files and messages. This cannot be undone.',
    done: 'Deleted.',
  },
};

/** What stands on top of an order. */
export const nextTexts: Texts<typeof en> = {
  en,
  fr: {
    next: 'Prochaine étape',
    steps: {
      draft: () => 'Cette commande est un brouillon. Son auteur ou un gestionnaire peut la passer.',
      publish: ({ price }) => `Prête à commander pour ${price} HT. Si le budget est dépassé, un gestionnaire est d’abord consulté.`,
      ask: () => 'Prête à être envoyée. Nous répondons par un prix et un délai.',
      waiting_for_proposal: () => 'Nous préparons une proposition.',
      proposal: ({ price }) => `Nous proposons ${price} HT. L’auteur de la commande décide.`,
      accept_proposal: ({ price }) => `Nous proposons ${price} HT. Si vous acceptez, le travail commence.`,
      require_approval: ({ price }) => `Un gestionnaire doit approuver ${price} HT avant que le travail commence.`,
      launch: ({ price }) => `Cette commande attend votre approbation : ${price} HT.`,
      contest: ({ deadline }) => `Les créatifs travaillent. Leurs créations arrivent ici jusqu’au ${deadline}.`,
      choose_winner: ({ deadline }) =>
        `Des créations sont arrivées. D’autres peuvent suivre jusqu’au ${deadline} ; choisissez la gagnante quand vous voulez.`,
      unassigned: () => 'Nous cherchons le créatif qu’il vous faut.',
      in_progress: ({ worker, deadline }) => `${worker} y travaille jusqu’au ${deadline}.`,
      answer: ({ worker }) =>
        `${worker} a livré. Consultez la livraison dans la conversation, puis acceptez-la ou demandez des modifications.`,
      finished: () => 'Cette commande est terminée.',
      paid: () => 'Cette commande est terminée et payée.',
      canceled: () => 'Cette commande est annulée.',
      propose: ({ owner, organization }) => `${owner} (${organization}) attend votre proposition.`,
      assign: ({ deadline }) => `Aucun créatif n’y travaille encore. Échéance : ${deadline}.`,
      deliver: ({ worker, deadline }) => `${worker} y travaille jusqu’au ${deadline}. Livrez le résultat ici.`,
      delivered: ({ worker }) => `${worker} a livré. La réponse revient au client.`,
      add_works: ({ deadline }) => `Les créatifs travaillent jusqu’au ${deadline}. Ajoutez ici leurs créations.`,
      hand_over: () => 'Cette commande est terminée. Le client n’a pas encore de fichiers finaux.',
    },
    publish: { launch: 'Approuver', publish: 'Passer la commande', accept_proposal: 'Accepter et commander' },
    ask: 'Demander une proposition',
    asked: 'Demande envoyée. Nous revenons vite vers vous.',
    seeWorks: 'Voir les créations',
    accept: {
      label: 'Accepter la livraison',
      title: 'Accepter cette livraison ?',
      text: 'La commande se termine et les fichiers sont à vous. C’est définitif.',
      done: 'Livraison acceptée. La commande est terminée.',
    },
    reject: {
      label: 'Demander des modifications',
      title: 'Que faut-il modifier ?',
      reason: 'Votre message au créatif',
      done: 'Message envoyé au créatif.',
    },
    refuse: {
      label: 'Refuser',
      title: 'Refuser cette proposition ?',
      reason: 'Que faut-il changer ? Nous ferons une autre proposition.',
      done: 'Proposition refusée. Nous en ferons une autre.',
    },
    withdraw: 'Retirer',
    sendBack: 'Renvoyer à l’auteur',
    withdrawProposal: { title: 'Retirer cette demande ?', reason: 'Pourquoi (facultatif)', done: 'La demande est retirée.' },
    done: { publish: 'C’est fait.', withdraw: 'La commande est retirée.' },
    actFor: (organization) => `Agir pour ${organization}`,
    edit: 'Modifier',
    share: 'Partager',
    cancel: {
      label: 'Annuler la commande',
      title: 'Annuler cette commande ?',
      text: 'Le travail s’arrête et le budget est libéré. C’est définitif.',
      done: 'Commande annulée.',
    },
    remove: {
      label: 'Supprimer',
      title: 'Supprimer cette commande ?',
      text: 'Elle disparaît avec ses fichiers et ses messages. C’est définitif.',
      done: 'Commande supprimée.',
    },
  },
};
