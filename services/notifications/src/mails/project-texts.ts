import type { Language } from '@partner-ordering/mail';
import type { ProjectMailKind } from './project-mails.ts';

interface Told {
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
  kinds: Readonly<Record<ProjectMailKind, (told: Told) => { subject: string; paragraphs: readonly string[] }>>;
}

const english: ProjectTexts = {
  hello: (firstname) => `Hello ${firstname},`,
  button: 'Open the project',
  note: 'If you do not want mails like this one, switch them off in your account.',
  kinds: {
    project_approval_required: ({ title, organization, person }) => ({
      subject: `Approval needed: ${title}`,
      paragraphs: [
        `${person ?? 'Somebody'} wants to publish the project “${title}” of ${organization}. Their monthly budget does not cover its price.`,
        'Publish it to approve it, or send it back.',
      ],
    }),
    project_approved: ({ title, organization, person }) => ({
      subject: `Approved: ${title}`,
      paragraphs: [`${person ?? 'A manager'} has approved your project “${title}” of ${organization}. It is in production now.`],
    }),
    project_withdrawn: ({ title, organization, person, from }) =>
      from === 'require_approval'
        ? {
            subject: `Not approved: ${title}`,
            paragraphs: [`${person ?? 'A manager'} has sent back your project “${title}” of ${organization}, without approving it.`],
          }
        : {
            subject: `Withdrawn: ${title}`,
            paragraphs: [`${person ?? 'A manager'} has withdrawn your request “${title}” of ${organization}. It is a draft again.`],
          },
    project_proposed: ({ title, organization }) => ({
      subject: `Proposal: ${title}`,
      paragraphs: [
        `There is a proposal for your request “${title}” of ${organization}.`,
        'Look at its price and options. Publish the project to accept them.',
      ],
    }),
    project_work_posted: ({ title, organization }) => ({
      subject: `New work: ${title}`,
      paragraphs: [`There is a new work for your project “${title}” of ${organization}.`],
    }),
    project_delivered: ({ title, organization }) => ({
      subject: `Delivery: ${title}`,
      paragraphs: [
        `There is a delivery for your project “${title}” of ${organization}.`,
        'Accept it, or reject it and say what is missing.',
      ],
    }),
    project_finished: ({ title, organization, person }) => ({
      subject: `Finished: ${title}`,
      paragraphs: [`${person ?? 'A manager'} has accepted the result of your project “${title}” of ${organization}. It is finished.`],
    }),
  },
};

const french: ProjectTexts = {
  hello: (firstname) => `Bonjour ${firstname},`,
  button: 'Ouvrir le projet',
  note: 'Si vous ne voulez pas recevoir ce type de message, désactivez-le dans votre compte.',
  kinds: {
    project_approval_required: ({ title, organization, person }) => ({
      subject: `Validation demandée : ${title}`,
      paragraphs: [
        `${person ?? 'Quelqu’un'} souhaite publier le projet « ${title} » de ${organization}. Son budget mensuel ne couvre pas le prix.`,
        'Publiez-le pour le valider, ou renvoyez-le.',
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
        'Regardez le prix et les options. Publiez le projet pour les accepter.',
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
      paragraphs: [`${person ?? 'Un responsable'} a accepté le résultat de votre projet « ${title} » de ${organization}. Il est terminé.`],
    }),
  },
};

/** By language. */
export const projectTexts: Readonly<Record<Language, ProjectTexts>> = { en: english, fr: french };
