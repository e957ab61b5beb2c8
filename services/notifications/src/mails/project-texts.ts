import { isolating } from '@partner-ordering/kernel';
import type { Language } from '@partner-ordering/mail';
import type { ProjectMailKind } from './project-mails.ts';

/** The values that the texts of a mail show. */
interface TextValues {
  title: string;
  organization: string;
  /** Name of the actor, or of who asks for an approval; null if unknown. */
  person: string | null;
  /** The `state` of the project before. */
  from: string;
}

interface ProjectTexts {
  hello(firstname: string): string;
  /** Of the link to the project. */
  button: string;
  /** How to switch them off. */
  note: string;
  /** In place of a title that no subject may show, of a project without code. */
  unnamed: string;
  digest: {
    /** An order in the list. `code` may be empty. */
    order(code: string, title: string): string;
    /** In place of those that are not listed. */
    more(count: number): string;
    text(values: { count: number; person: string | null; organizations: string }): { subject: string; paragraph: string };
  };
  kinds: Readonly<Record<ProjectMailKind, (values: TextValues) => { subject: string; paragraphs: readonly string[] }>>;
}

const english: ProjectTexts = {
  hello: (firstname) => `Hello ${firstname},`,
  button: 'View project',
  note: 'You can turn off emails like this one in your account.',
  unnamed: 'your project',
  digest: {
    order: (code, title) => `${code} “${title}”`.trim(),
    more: (count) => `and ${count} more`,
    text: ({ count, person, organizations }) => ({
      subject: `More news of projects: ${count}`,
      paragraph: `${person ?? 'Someone'} caused many emails to you within an hour. This one has those that we held back. You find the projects among those of ${organizations}:`,
    }),
  },
  kinds: {
    project_approval_required: ({ title, organization, person }) => ({
      subject: `Approval needed: ${title}`,
      paragraphs: [
        `${person ?? 'Someone'} wants to publish the project “${title}” of ${organization}. Their monthly budget does not cover its price.`,
        'To approve the project, publish it. Otherwise send it back.',
      ],
    }),
    project_approved: ({ title, organization, person }) => ({
      subject: `Approved: ${title}`,
      paragraphs: [`${person ?? 'A manager'} approved your project “${title}” of ${organization}. It is now in production.`],
    }),
    project_withdrawn: ({ title, organization, person, from }) =>
      from === 'require_approval'
        ? {
            subject: `Not approved: ${title}`,
            paragraphs: [`${person ?? 'A manager'} sent back your project “${title}” of ${organization} without approving it.`],
          }
        : {
            subject: `Withdrawn: ${title}`,
            paragraphs: [`${person ?? 'A manager'} withdrew your request “${title}” of ${organization}. It is a draft again.`],
          },
    project_proposed: ({ title, organization }) => ({
      subject: `Proposal: ${title}`,
      paragraphs: [
        `Your request “${title}” of ${organization} has a proposal.`,
        'Review its price and options. To accept them, publish the project.',
      ],
    }),
    project_work_posted: ({ title, organization }) => ({
      subject: `New work: ${title}`,
      paragraphs: [`Your project “${title}” of ${organization} has a new work.`],
    }),
    project_delivered: ({ title, organization }) => ({
      subject: `Delivery: ${title}`,
      paragraphs: [`Your project “${title}” of ${organization} has a delivery.`, 'Accept it, or reject it and describe what is missing.'],
    }),
    project_finished: ({ title, organization, person }) => ({
      subject: `Finished: ${title}`,
      paragraphs: [`${person ?? 'A manager'} accepted the result of your project “${title}” of ${organization}. The project is finished.`],
    }),
  },
};

const french: ProjectTexts = {
  hello: (firstname) => `Bonjour ${firstname},`,
  button: 'Voir le projet',
  note: 'Vous pouvez désactiver les e-mails de ce type dans votre compte.',
  unnamed: 'votre projet',
  digest: {
    order: (code, title) => `${code} « ${title} »`.trim(),
    more: (count) => `et ${count} de plus`,
    text: ({ count, person, organizations }) => ({
      subject: `Autres nouvelles de projets : ${count}`,
      paragraph: `${person ?? 'Quelqu’un'} a provoqué de nombreux e-mails à votre attention en une heure. Celui-ci contient ceux que nous avons retenus. Vous trouverez les projets parmi ceux de ${organizations} :`,
    }),
  },
  kinds: {
    project_approval_required: ({ title, organization, person }) => ({
      subject: `Validation demandée : ${title}`,
      paragraphs: [
        `${person ?? 'Quelqu’un'} souhaite publier le projet « ${title} » de ${organization}. Son budget mensuel ne couvre pas le prix.`,
        'Pour valider le projet, publiez-le. Sinon, renvoyez-le.',
      ],
    }),
    project_approved: ({ title, organization, person }) => ({
      subject: `Projet validé : ${title}`,
      paragraphs: [`${person ?? 'Un responsable'} a validé votre projet « ${title} » de ${organization}. Il est maintenant en production.`],
    }),
    project_withdrawn: ({ title, organization, person, from }) =>
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
    project_proposed: ({ title, organization }) => ({
      subject: `Proposition : ${title}`,
      paragraphs: [
        `Votre demande « ${title} » de ${organization} a reçu une proposition.`,
        'Consultez le prix et les options. Pour les accepter, publiez le projet.',
      ],
    }),
    project_work_posted: ({ title, organization }) => ({
      subject: `Nouvelle création : ${title}`,
      paragraphs: [`Votre projet « ${title} » de ${organization} a reçu une nouvelle création.`],
    }),
    project_delivered: ({ title, organization }) => ({
      subject: `Livraison : ${title}`,
      paragraphs: [
        `Votre projet « ${title} » de ${organization} a reçu une livraison.`,
        'Acceptez-la, ou refusez-la en indiquant ce qui manque.',
      ],
    }),
    project_finished: ({ title, organization, person }) => ({
      subject: `Projet terminé : ${title}`,
      paragraphs: [
        `${person ?? 'Un responsable'} a accepté le résultat de votre projet « ${title} » de ${organization}. Le projet est terminé.`,
      ],
    }),
  },
};

/** By language. */
export const projectTexts: Readonly<Record<Language, ProjectTexts>> = isolating({ en: english, fr: french });
