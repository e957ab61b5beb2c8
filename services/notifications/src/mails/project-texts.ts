import { bilingual, both, type Language } from '@partner-ordering/kernel';

/** The values that the texts of a mail show. */
interface Values {
  title: string;
  /** Name of the actor, or of who asks for an approval; null if unknown. */
  person: string | null;
  /** Name of the creative, or of who wrote last; empty without one. */
  creative: string;
  /** The `state` of the project before. */
  from: string;
}

/** The buttons, in the console's words. */
const buttons = {
  order: both('See the order', 'Voir la commande'),
  proposal: both('See the proposal', 'Voir la proposition'),
  works: both('See the works', 'Voir les créations'),
  delivery: both('See the delivery', 'Voir la livraison'),
};

/** The texts of mails about projects, in the console's words: who did what, then the next step. */
export const projectTexts = bilingual({
  hello: both(
    (firstname: string) => `Hello ${firstname},`,
    (firstname) => `Bonjour ${firstname},`,
  ),
  order: both('Order', 'Commande'),
  amount: both('Amount', 'Montant'),
  net: both(
    (amount: string) => `${amount} net`,
    (amount) => `${amount} HT`,
  ),
  files: both('Files', 'Fichiers'),
  quotes: { open: both('“', '« '), close: both('”', ' »') },
  /** Stands before what somebody wrote. */
  wrote: both(
    (author: string) => `${author}: `,
    (author) => `${author} : `,
  ),
  /** Stands for an author whose name is unknown. */
  someone: both('Someone', 'Quelqu’un'),
  /** The way to switch them off. */
  note: both('You choose in your profile which emails you get.', 'Vous choisissez dans votre profil les e-mails que vous recevez.'),
  /** Replaces a title that no subject may show, of a project without code. */
  unnamed: both('your order', 'votre commande'),
  digest: {
    /** An order in the list. `code` may be empty. */
    order: both(
      (code: string, title: string) => `${code} “${title}”`.trim(),
      (code, title) => `${code} « ${title} »`.trim(),
    ),
    /** Replaces the entries that are not listed. */
    more: both(
      (count: number) => `and ${count} more`,
      (count) => `et ${count} de plus`,
    ),
    text: both(
      ({ count, person }: { count: number; person: string | null }) => ({
        subject: `More news of orders: ${count}`,
        paragraph: `${person ?? 'Someone'} caused many emails to you within an hour. This one has those that we held back:`,
      }),
      ({ count, person }) => ({
        subject: `Autres nouvelles de commandes : ${count}`,
        paragraph: `${person ?? 'Quelqu’un'} a provoqué de nombreux e-mails à votre attention en une heure. Celui-ci contient ceux que nous avons retenus :`,
      }),
    ),
  },
  kinds: {
    project_approval_required: both(
      ({ title, person }: Values) => ({
        subject: `Approval needed: ${title}`,
        what: `${person ?? 'Someone'} wants to place this order. Their monthly budget does not cover it.`,
        step: 'Approve it or send it back. Work begins when you approve.',
        button: buttons.order.en,
      }),
      ({ title, person }) => ({
        subject: `Approbation demandée : ${title}`,
        what: `${person ?? 'Quelqu’un'} souhaite passer cette commande. Son budget mensuel ne la couvre pas.`,
        step: 'Approuvez-la ou renvoyez-la. Le travail commence dès votre approbation.',
        button: buttons.order.fr,
      }),
    ),
    project_approved: both(
      ({ title, person }: Values) => ({
        subject: `Approved: ${title}`,
        what: `${person ?? 'A manager'} approved your order.`,
        step: 'Work begins. Follow it in the order.',
        button: buttons.order.en,
      }),
      ({ title, person }) => ({
        subject: `Commande approuvée : ${title}`,
        what: `${person ?? 'Un gestionnaire'} a approuvé votre commande.`,
        step: 'Le travail commence. Suivez-le dans la commande.',
        button: buttons.order.fr,
      }),
    ),
    project_withdrawn: both(
      ({ title, person, from }: Values) =>
        from === 'require_approval'
          ? {
              subject: `Not approved: ${title}`,
              what: `${person ?? 'A manager'} sent your order back without approving it.`,
              step: 'If a reason was given, it is in the conversation. You can place the order again.',
              button: buttons.order.en,
            }
          : {
              subject: `Withdrawn: ${title}`,
              what: `${person ?? 'A manager'} withdrew your request. It is a draft again.`,
              step: 'You can change it, then ask for a proposal again.',
              button: buttons.order.en,
            },
      ({ title, person, from }) =>
        from === 'require_approval'
          ? {
              subject: `Commande non approuvée : ${title}`,
              what: `${person ?? 'Un gestionnaire'} a renvoyé votre commande sans l’approuver.`,
              step: 'Le motif éventuel figure dans la conversation. Vous pouvez passer la commande à nouveau.',
              button: buttons.order.fr,
            }
          : {
              subject: `Demande retirée : ${title}`,
              what: `${person ?? 'Un gestionnaire'} a retiré votre demande. Elle est de nouveau un brouillon.`,
              step: 'Vous pouvez la modifier, puis demander à nouveau une proposition.',
              button: buttons.order.fr,
            },
    ),
    project_proposed: both(
      ({ title, person }: Values) => ({
        subject: `Proposal: ${title}`,
        what: person === null ? 'We have a proposal for your request.' : `${person} made a proposal for your request.`,
        step: 'Accept and order, or refuse it and say what should be different.',
        button: buttons.proposal.en,
      }),
      ({ title, person }) => ({
        subject: `Proposition : ${title}`,
        what: person === null ? 'Nous avons une proposition pour votre demande.' : `${person} a fait une proposition pour votre demande.`,
        step: 'Acceptez et commandez, ou refusez-la en disant ce qu’il faut changer.',
        button: buttons.proposal.fr,
      }),
    ),
    project_message: both(
      ({ title, creative }: Values) => ({
        subject: `Message: ${title}`,
        what: `${creative} wrote about this order.`,
        step: 'Read it in the conversation, and answer there.',
        button: buttons.order.en,
      }),
      ({ title, creative }) => ({
        subject: `Message : ${title}`,
        what: `${creative} a écrit au sujet de cette commande.`,
        step: 'Lisez-le dans la conversation et répondez-y.',
        button: buttons.order.fr,
      }),
    ),
    project_work_posted: both(
      ({ title, creative }: Values) => ({
        subject: `New work: ${title}`,
        what: `${creative || 'A creative'} sent a work for your order.`,
        step: 'Look at the works, and choose the winner whenever you like.',
        button: buttons.works.en,
      }),
      ({ title, creative }) => ({
        subject: `Nouvelle création : ${title}`,
        what: `${creative || 'Un créatif'} a envoyé une création pour votre commande.`,
        step: 'Regardez les créations et choisissez la gagnante quand vous voulez.',
        button: buttons.works.fr,
      }),
    ),
    project_delivered: both(
      ({ title, creative, person }: Values) => ({
        subject: `Delivery: ${title}`,
        what: `${creative || (person ?? 'The creative')} has delivered.`,
        step: 'Look at it, then accept it or say what to change.',
        button: buttons.delivery.en,
      }),
      ({ title, creative, person }) => ({
        subject: `Livraison : ${title}`,
        what: `${creative || (person ?? 'Le créatif')} a livré.`,
        step: 'Consultez la livraison, puis acceptez-la ou demandez des modifications.',
        button: buttons.delivery.fr,
      }),
    ),
    project_finished: both(
      ({ title, person }: Values) => ({
        subject: `Finished: ${title}`,
        what: `${person ?? 'A manager'} accepted the result of your order. It is finished.`,
        step: 'Its final files and its receipt appear in the order as soon as they are ready.',
        button: buttons.order.en,
      }),
      ({ title, person }) => ({
        subject: `Commande terminée : ${title}`,
        what: `${person ?? 'Un gestionnaire'} a accepté le résultat de votre commande. Elle est terminée.`,
        step: 'Ses fichiers finaux et son reçu apparaissent dans la commande dès qu’ils sont prêts.',
        button: buttons.order.fr,
      }),
    ),
  },
});

export type ProjectTexts = (typeof projectTexts)[Language];
