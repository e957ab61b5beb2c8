import type { Scope } from '../../domain/application.ts';

/** The languages of the page; the first is for all who read none of them. */
export const languages = ['en', 'fr'] as const;
export type PageLanguage = (typeof languages)[number];

interface Texts {
  title: (application: string) => string;
  may: (application: string) => string;
  scopes: Readonly<Record<Scope, string>>;
  returnTo: (host: string) => string;
  email: string;
  password: string;
  allow: string;
  cancel: string;
  required: string;
  wrong: string;
  slow: string;
  refused: string;
  askAgain: string;
  foreign: string;
}

/** What the page says. */
export const pageTexts: Readonly<Record<PageLanguage, Texts>> = {
  en: {
    title: (application) => `${application} asks for access to your account`,
    may: (application) => `Sign in to allow it. ${application} can then, in your name:`,
    scopes: {
      base: 'see and do all that you can: for example place orders, and change your profile',
      files: 'see files and images',
      upload_files: 'upload files',
    },
    returnTo: (host) => `You then return to ${host}.`,
    email: 'Email address',
    password: 'Password',
    allow: 'Allow',
    cancel: 'Cancel',
    required: 'This field is required.',
    wrong: 'The email address or the password is wrong, or you may not use this application.',
    slow: 'Too many attempts. Try again in a few minutes.',
    refused: 'This request cannot be answered',
    askAgain: 'Go back to the application and start again. If that does not help, tell those who run it:',
    foreign: 'Another website has sent this form. Nothing has happened. Go back to the application and start again.',
  },
  fr: {
    title: (application) => `${application} demande l’accès à votre compte`,
    may: (application) => `Connectez-vous pour l’autoriser. ${application} pourra alors, en votre nom :`,
    scopes: {
      base: 'voir et faire tout ce que vous pouvez : par exemple passer des commandes et modifier votre profil',
      files: 'voir des fichiers et des images',
      upload_files: 'déposer des fichiers',
    },
    returnTo: (host) => `Vous reviendrez ensuite sur ${host}.`,
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    allow: 'Autoriser',
    cancel: 'Annuler',
    required: 'Ce champ est obligatoire.',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect, ou vous n’avez pas accès à cette application.',
    slow: 'Trop de tentatives. Réessayez dans quelques minutes.',
    refused: 'Cette demande ne peut pas aboutir',
    askAgain: 'Revenez à l’application et recommencez. Si cela ne suffit pas, transmettez ceci à ses responsables :',
    foreign: 'Un autre site a envoyé ce formulaire. Rien ne s’est passé. Revenez à l’application et recommencez.',
  },
};
