import type { Texts } from './text.ts';

export const french: Texts = {
  setPassword: ({ firstname, email }) => ({
    subject: 'Choisissez votre mot de passe',
    paragraphs: [
      `Bonjour ${firstname},`,
      `Nous avons créé un compte pour vous avec l’adresse ${email}. Choisissez un mot de passe pour vous connecter.`,
    ],
    button: 'Choisir un mot de passe',
    notes: ['Ce lien expire dans sept jours et ne sert qu’une fois. Ensuite, réinitialisez votre mot de passe sur la page de connexion.'],
  }),
  passwordReset: ({ firstname }) => ({
    subject: 'Réinitialisez votre mot de passe',
    paragraphs: [
      `Bonjour ${firstname},`,
      'Nous avons reçu une demande de réinitialisation de votre mot de passe. Choisissez-en un nouveau. Toutes vos sessions seront fermées.',
    ],
    button: 'Choisir un nouveau mot de passe',
    notes: [
      'Ce lien expire dans une heure et ne sert qu’une fois.',
      'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Votre mot de passe ne change pas.',
    ],
  }),
  emailChange: ({ firstname, email }) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: [
      `Bonjour ${firstname},`,
      `Nous avons reçu une demande d’utilisation de l’adresse ${email} pour votre compte. Confirmez que cette adresse est la vôtre.`,
    ],
    button: 'Confirmer l’adresse e-mail',
    notes: ['Ce lien expire dans 24 heures et ne sert qu’une fois. D’ici à votre confirmation, votre compte garde son adresse actuelle.'],
  }),
  invitation: ({ organization, email, hasUser }) => ({
    subject: `Invitation à rejoindre ${organization}`,
    paragraphs: [
      `Vous avez reçu une invitation à passer des commandes pour ${organization}.`,
      hasUser
        ? `Acceptez l’invitation avec votre compte pour ${email}.`
        : `Créez votre compte pour ${email}. Il suffit de votre nom et d’un mot de passe.`,
    ],
    button: hasUser ? 'Accepter l’invitation' : 'Créer mon compte',
    notes: ['Cette invitation expire dans 14 jours. Si vous ne l’attendiez pas, ignorez cet e-mail.'],
  }),
  emailChangeNotice: ({ firstname, email }) => ({
    subject: 'Votre adresse e-mail va changer',
    paragraphs: [
      `Bonjour ${firstname},`,
      `Nous avons reçu une demande de changement de l’adresse e-mail de votre compte. La nouvelle adresse est ${email}. Elle remplacera l’ancienne dès sa confirmation.`,
    ],
    notes: [
      'Si vous n’êtes pas à l’origine de cette demande, réinitialisez sans attendre votre mot de passe sur la page de connexion. Cela annule le changement.',
    ],
  }),
  ownEmailChangeNotice: ({ firstname, email }) => ({
    subject: 'Votre adresse e-mail va changer',
    paragraphs: [
      `Bonjour ${firstname},`,
      `Vous avez demandé le changement de l’adresse e-mail de votre compte. La nouvelle adresse est ${email}. Elle remplacera l’ancienne dès sa confirmation.`,
      'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Rétablissez cette adresse et choisissez un nouveau mot de passe. Toutes vos sessions seront fermées.',
    ],
    button: 'Ce n’était pas moi',
    notes: [
      'Ce lien expire sept jours après la demande et ne sert qu’une fois, même après le changement. Si c’était vous, ignorez cet e-mail.',
    ],
  }),
  emailRestored: ({ firstname, replaced }) => ({
    subject: 'Votre compte a retrouvé son ancienne adresse e-mail',
    paragraphs: [
      `Bonjour ${firstname},`,
      `Votre compte n’a plus l’adresse e-mail ${replaced}. Quelqu’un a ouvert le lien de notre e-mail à l’ancienne adresse, a rétabli celle-ci et a choisi un nouveau mot de passe. Toutes vos sessions sont fermées.`,
    ],
    notes: ['Si ce n’était pas vous, quelqu’un lit les e-mails de votre ancienne adresse. Contactez-nous.'],
  }),
  applicationAllowed: ({ firstname, application, scopes, at, network, path }) => ({
    subject: `${application} a accès à votre compte`,
    paragraphs: [
      `Bonjour ${firstname},`,
      `Vous l’avez autorisé le ${at}${network === undefined ? '' : ` depuis ${network}`}. ${application} peut, en votre nom :`,
      ...scopes.map((scope) => `– ${scope}`),
    ],
    notes: [
      `Pour mettre fin à cet accès, envoyez DELETE ${path}.`,
      'Si ce n’était pas vous, quelqu’un connaît votre mot de passe ou a utilisé votre navigateur : réinitialisez votre mot de passe. Toutes vos sessions seront fermées.',
    ],
  }),
};
