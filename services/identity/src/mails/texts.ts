import { bilingual, both } from '@partner-ordering/kernel';

type Person = { firstname: string; email: string };

/** The values of the mail about an application that is new for a person, or may do more. */
export interface NewAuthorization {
  firstname: string;
  application: string;
  /** Its permissions, in the page's words. */
  scopes: readonly string[];
  /** The time in the person's language. */
  at: string;
  network: string | undefined;
}

/** The texts of mails of this service. Links are the same in all languages, so a letter has only the text of its button. */
export const mailTexts = bilingual({
  setPassword: both(
    ({ firstname, email }: Person) => ({
      subject: 'Choose your password',
      paragraphs: [`Hello ${firstname},`, `We created an account for you with the email address ${email}. Choose a password to sign in.`],
      button: 'Choose a password',
      notes: ['This link expires in seven days and works once. After that, reset your password on the sign-in page.'],
    }),
    ({ firstname, email }) => ({
      subject: 'Choisissez votre mot de passe',
      paragraphs: [
        `Bonjour ${firstname},`,
        `Nous avons créé un compte pour vous avec l’adresse ${email}. Choisissez un mot de passe pour vous connecter.`,
      ],
      button: 'Choisir un mot de passe',
      notes: ['Ce lien expire dans sept jours et ne sert qu’une fois. Ensuite, réinitialisez votre mot de passe sur la page de connexion.'],
    }),
  ),
  passwordReset: both(
    ({ firstname }: { firstname: string }) => ({
      subject: 'Reset your password',
      paragraphs: [`Hello ${firstname},`, 'We received a request to reset your password. Choose a new one. This signs you out everywhere.'],
      button: 'Choose a new password',
      notes: [
        'This link expires in one hour and works once.',
        'If you did not request this, ignore this email. Your password stays the same.',
      ],
    }),
    ({ firstname }) => ({
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
  ),
  emailChange: both(
    ({ firstname, email }: Person) => ({
      subject: 'Confirm your new email address',
      paragraphs: [`Hello ${firstname},`, `We received a request to use ${email} for your account. Confirm that this address is yours.`],
      button: 'Confirm email address',
      notes: ['This link expires in 24 hours and works once. Until you confirm, your account keeps its current address.'],
    }),
    ({ firstname, email }) => ({
      subject: 'Confirmez votre nouvelle adresse e-mail',
      paragraphs: [
        `Bonjour ${firstname},`,
        `Nous avons reçu une demande d’utilisation de l’adresse ${email} pour votre compte. Confirmez que cette adresse est la vôtre.`,
      ],
      button: 'Confirmer l’adresse e-mail',
      notes: ['Ce lien expire dans 24 heures et ne sert qu’une fois. D’ici à votre confirmation, votre compte garde son adresse actuelle.'],
    }),
  ),
  invitation: both(
    ({ organization, email, hasUser }: { organization: string; email: string; hasUser: boolean }) => ({
      organization,
      subject: `Invitation to join ${organization}`,
      paragraphs: [
        `You have been invited to place orders for ${organization}.`,
        hasUser
          ? `Accept the invitation with your account for ${email}.`
          : `Create your account for ${email}. You only need your name and a password.`,
      ],
      button: hasUser ? 'Accept invitation' : 'Create account',
      notes: ['This invitation expires in 14 days. If you did not expect it, ignore this email.'],
    }),
    ({ organization, email, hasUser }) => ({
      organization,
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
  ),
  /** Without a link. */
  emailChangeNotice: both(
    ({ firstname, email }: Person) => ({
      subject: 'Your email address is about to change',
      paragraphs: [
        `Hello ${firstname},`,
        `We received a request to change the email address of your account to ${email}. The change takes effect when that address is confirmed.`,
      ],
      notes: ['If you did not request this, reset your password now on the sign-in page. This cancels the change.'],
    }),
    ({ firstname, email }) => ({
      subject: 'Votre adresse e-mail va changer',
      paragraphs: [
        `Bonjour ${firstname},`,
        `Nous avons reçu une demande de changement de l’adresse e-mail de votre compte. La nouvelle adresse est ${email}. Elle remplacera l’ancienne dès sa confirmation.`,
      ],
      notes: [
        'Si vous n’êtes pas à l’origine de cette demande, réinitialisez sans attendre votre mot de passe sur la page de connexion. Cela annule le changement.',
      ],
    }),
  ),
  ownEmailChangeNotice: both(
    ({ firstname, email }: Person) => ({
      subject: 'Your email address is about to change',
      paragraphs: [
        `Hello ${firstname},`,
        `You asked to change the email address of your account to ${email}. The change takes effect when that address is confirmed.`,
        'If this was not you, somebody knows your password. Restore this address and choose a new password. This signs you out everywhere.',
      ],
      button: 'This was not me',
      notes: ['This link expires seven days after the request and works once, also after the change. If it was you, ignore this email.'],
    }),
    ({ firstname, email }) => ({
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
  ),
  /** To the address that the former one replaced. */
  emailRestored: both(
    ({ firstname, replaced }: { firstname: string; replaced: string }) => ({
      subject: 'Your account has its former email address again',
      paragraphs: [
        `Hello ${firstname},`,
        `Your account no longer has the email address ${replaced}. Somebody opened the link in our mail to the former address, restored that address and chose a new password. You are signed out everywhere.`,
      ],
      notes: ['If this was not you, somebody reads the mails to your former address. Contact us.'],
    }),
    ({ firstname, replaced }) => ({
      subject: 'Votre compte a retrouvé son ancienne adresse e-mail',
      paragraphs: [
        `Bonjour ${firstname},`,
        `Votre compte n’a plus l’adresse e-mail ${replaced}. Quelqu’un a ouvert le lien de notre e-mail à l’ancienne adresse, a rétabli celle-ci et a choisi un nouveau mot de passe. Toutes vos sessions sont fermées.`,
      ],
      notes: ['Si ce n’était pas vous, quelqu’un lit les e-mails de votre ancienne adresse. Contactez-nous.'],
    }),
  ),
  applicationAllowed: both(
    ({ firstname, application, scopes, at, network }: NewAuthorization) => ({
      subject: `${application} has access to your account`,
      paragraphs: [
        `Hello ${firstname},`,
        `You allowed it on ${at}${network === undefined ? '' : ` from ${network}`}. ${application} can, in your name:`,
        ...scopes.map((scope) => `– ${scope}`),
      ],
      button: 'Open your profile',
      notes: [
        'You can end the access in your profile at any time.',
        'If it was not you, somebody knows your password or used your browser: reset your password. This signs you out everywhere.',
      ],
    }),
    ({ firstname, application, scopes, at, network }) => ({
      subject: `${application} a accès à votre compte`,
      paragraphs: [
        `Bonjour ${firstname},`,
        `Vous l’avez autorisé le ${at}${network === undefined ? '' : ` depuis ${network}`}. ${application} peut, en votre nom :`,
        ...scopes.map((scope) => `– ${scope}`),
      ],
      button: 'Ouvrir votre profil',
      notes: [
        'Vous pouvez mettre fin à cet accès à tout moment dans votre profil.',
        'Si ce n’était pas vous, quelqu’un connaît votre mot de passe ou a utilisé votre navigateur : réinitialisez votre mot de passe. Toutes vos sessions seront fermées.',
      ],
    }),
  ),
});
