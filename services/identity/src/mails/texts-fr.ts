import type { Texts } from './text.ts';

export const french: Texts = {
  setPassword: ({ firstname, email }) => ({
    subject: 'Choisissez votre mot de passe',
    paragraphs: [
      `Bonjour ${firstname},`,
      `Un compte a été créé pour vous avec l’adresse ${email}. Choisissez un mot de passe pour vous connecter.`,
    ],
    button: 'Choisir un mot de passe',
    notes: [
      'Ce lien est valable sept jours et une seule fois. Ensuite, demandez-en un autre depuis la page de connexion : « Mot de passe oublié ».',
    ],
  }),
  passwordReset: ({ firstname }) => ({
    subject: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      `Bonjour ${firstname},`,
      'Un nouveau mot de passe a été demandé pour votre compte. Choisissez-le ici ; toutes les sessions ouvertes seront fermées.',
    ],
    button: 'Choisir un nouveau mot de passe',
    notes: [
      'Ce lien est valable une heure et une seule fois.',
      'Si vous n’avez rien demandé, vous n’avez rien à faire : votre mot de passe ne change pas.',
    ],
  }),
  emailChange: ({ firstname, email }) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: [`Bonjour ${firstname},`, `Vous voulez utiliser l’adresse ${email} pour votre compte. Confirmez qu’elle est à vous.`],
    button: 'Confirmer l’adresse',
    notes: ['Ce lien est valable 24 heures et une seule fois. D’ici là, votre compte garde son adresse actuelle.'],
  }),
  invitation: ({ organization, email, hasUser }) => ({
    subject: `Invitation à rejoindre ${organization}`,
    paragraphs: [
      `Vous êtes invité(e) à commander pour ${organization}.`,
      hasUser
        ? `Acceptez l’invitation avec votre compte pour ${email}.`
        : `Créez votre compte pour ${email} : votre nom et un mot de passe suffisent.`,
    ],
    button: hasUser ? 'Accepter l’invitation' : 'Créer mon compte',
    notes: ['L’invitation est valable 14 jours. Si vous ne l’attendiez pas, vous n’avez rien à faire.'],
  }),
  emailChangeNotice: ({ firstname, email }) => ({
    subject: 'Votre adresse e-mail va changer',
    paragraphs: [
      `Bonjour ${firstname},`,
      `L’adresse e-mail ${email} a été indiquée pour votre compte à la place de celle-ci. Elle comptera dès que le lien qui y a été envoyé sera ouvert.`,
    ],
    notes: [
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : « Mot de passe oublié » sur la page de connexion. Le changement sera alors abandonné.',
    ],
  }),
};
