import { bilingual, both } from '@partner-ordering/kernel';

/** The values that the texts of a mail show. */
interface Values {
  title: string;
  organization: string;
  /** Name of the actor, or of who asks for an approval; null if unknown. */
  person: string | null;
  /** The `state` of the project before. */
  from: string;
}

/** The texts of mails about projects. */
export const projectTexts = bilingual({
  hello: both(
    (firstname: string) => `Hello ${firstname},`,
    (firstname) => `Bonjour ${firstname},`,
  ),
  /** The link to the project. */
  button: both('View project', 'Voir le projet'),
  /** The way to switch them off. */
  note: both('You can turn off emails like this one in your account.', 'Vous pouvez désactiver les e-mails de ce type dans votre compte.'),
  /** Replaces a title that no subject may show, of a project without code. */
  unnamed: both('your project', 'votre projet'),
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
      ({ count, person, organizations }: { count: number; person: string | null; organizations: string }) => ({
        subject: `More news of projects: ${count}`,
        paragraph: `${person ?? 'Someone'} caused many emails to you within an hour. This one has those that we held back. You find the projects among those of ${organizations}:`,
      }),
      ({ count, person, organizations }) => ({
        subject: `Autres nouvelles de projets : ${count}`,
        paragraph: `${person ?? 'Quelqu’un'} a provoqué de nombreux e-mails à votre attention en une heure. Celui-ci contient ceux que nous avons retenus. Vous trouverez les projets parmi ceux de ${organizations} :`,
      }),
    ),
  },
  kinds: {
    project_approval_required: both(
      ({ title, organization, person }: Values) => ({
        subject: `Approval needed: ${title}`,
        paragraphs: [
          `${person ?? 'Someone'} wants to publish the project “${title}” of ${organization}. Their monthly budget does not cover its price.`,
          'To approve the project, publish it. Otherwise send it back.',
        ],
      }),
      ({ title, organization, person }) => ({
        subject: `Validation demandée : ${title}`,
        paragraphs: [
          `${person ?? 'Quelqu’un'} souhaite publier le projet « ${title} » de ${organization}. Son budget mensuel ne couvre pas le prix.`,
          'Pour valider le projet, publiez-le. Sinon, renvoyez-le.',
        ],
      }),
    ),
    project_approved: both(
      ({ title, organization, person }: Values) => ({
        subject: `Approved: ${title}`,
        paragraphs: [`${person ?? 'A manager'} approved your project “${title}” of ${organization}. It is now in production.`],
      }),
      ({ title, organization, person }) => ({
        subject: `Projet validé : ${title}`,
        paragraphs: [
          `${person ?? 'Un responsable'} a validé votre projet « ${title} » de ${organization}. Il est maintenant en production.`,
        ],
      }),
    ),
    project_withdrawn: both(
      ({ title, organization, person, from }: Values) =>
        from === 'require_approval'
          ? {
              subject: `Not approved: ${title}`,
              paragraphs: [`${person ?? 'A manager'} sent back your project “${title}” of ${organization} without approving it.`],
            }
          : {
              subject: `Withdrawn: ${title}`,
              paragraphs: [`${person ?? 'A manager'} withdrew your request “${title}” of ${organization}. It is a draft again.`],
            },
      ({ title, organization, person, from }) =>
        from === 'require_approval'
          ? {
              subject: `Projet non validé : ${title}`,
              paragraphs: [`${person ?? 'Un responsable'} a renvoyé votre projet « ${title} » de ${organization} sans le valider.`],
            }
          : {
              subject: `Demande retirée : ${title}`,
              paragraphs: [
                `${person ?? 'Un responsable'} a retiré votre demande « ${title} » de ${organization}. Elle est de nouveau un brouillon.`,
              ],
            },
    ),
    project_proposed: both(
      ({ title, organization }: Values) => ({
        subject: `Proposal: ${title}`,
        paragraphs: [
          `Your request “${title}” of ${organization} has a proposal.`,
          'Review its price and options. To accept them, publish the project.',
        ],
      }),
      ({ title, organization }) => ({
        subject: `Proposition : ${title}`,
        paragraphs: [
          `Votre demande « ${title} » de ${organization} a reçu une proposition.`,
          'Consultez le prix et les options. Pour les accepter, publiez le projet.',
        ],
      }),
    ),
    project_work_posted: both(
      ({ title, organization }: Values) => ({
        subject: `New work: ${title}`,
        paragraphs: [`Your project “${title}” of ${organization} has a new work.`],
      }),
      ({ title, organization }) => ({
        subject: `Nouvelle création : ${title}`,
        paragraphs: [`Votre projet « ${title} » de ${organization} a reçu une nouvelle création.`],
      }),
    ),
    project_delivered: both(
      ({ title, organization }: Values) => ({
        subject: `Delivery: ${title}`,
        paragraphs: [`Your project “${title}” of ${organization} has a delivery.`, 'Accept it, or reject it and describe what is missing.'],
      }),
      ({ title, organization }) => ({
        subject: `Livraison : ${title}`,
        paragraphs: [
          `Votre projet « ${title} » de ${organization} a reçu une livraison.`,
          'Acceptez-la, ou refusez-la en indiquant ce qui manque.',
        ],
      }),
    ),
    project_finished: both(
      ({ title, organization, person }: Values) => ({
        subject: `Finished: ${title}`,
        paragraphs: [
          `${person ?? 'A manager'} accepted the result of your project “${title}” of ${organization}. The project is finished.`,
        ],
      }),
      ({ title, organization, person }) => ({
        subject: `Projet terminé : ${title}`,
        paragraphs: [
          `${person ?? 'Un responsable'} a accepté le résultat de votre projet « ${title} » de ${organization}. Le projet est terminé.`,
        ],
      }),
    ),
  },
});
