import { isolating } from '@partner-ordering/kernel';
import type { Language } from '@partner-ordering/mail';
import type { Scope } from '../../domain/application.ts';

/** The languages of the page; the first is for all who read none of them. */
export const languages = ['en', 'fr'] as const satisfies readonly Language[];

interface Texts {
  title: (application: string) => string;
  signIn: string;
  signInTitle: string;
  signedInAs: (email: string) => string;
  can: (application: string) => string;
  scopes: Readonly<Record<Scope, string>>;
  returnTo: (host: string) => string;
  email: string;
  password: string;
  forgotten: string;
  allow: string;
  cancel: string;
  switch: string;
  required: string;
  wrong: string;
  wrongHere: string;
  slow: string;
  ended: string;
  refused: string;
  askAgain: string;
  foreign: string;
  signOut: string;
  signedOut: string;
  keepAccess: string;
}

/** What the page says. */
export const pageTexts: Readonly<Record<Language, Texts>> = isolating<Readonly<Record<Language, Texts>>>({
  en: {
    title: (application) => `${application} asks for access to your account`,
    signIn: 'Sign in to allow it.',
    signInTitle: 'Sign in',
    signedInAs: (email) => `You are signed in as ${email}. Allow it?`,
    can: (application) => `${application} can then, in your name:`,
    scopes: {
      base: 'see and do all that you can: for example place orders, and change your profile, but not your email address or password',
      files: 'see files and images',
      upload_files: 'upload files',
    },
    returnTo: (host) => `You then return to ${host}.`,
    email: 'Email address',
    password: 'Password',
    forgotten: 'Forgot your password?',
    allow: 'Allow',
    cancel: 'Cancel',
    switch: 'Use another account',
    required: 'This field is required.',
    wrong: 'The email address or the password is wrong, or you may not use this application.',
    wrongHere: 'The email address or the password is wrong.',
    slow: 'Too many attempts. Try again in a minute.',
    ended: 'You are not signed in any more. Sign in again.',
    refused: 'This request cannot be answered',
    askAgain: 'Go back to the application and start again. If that does not help, tell those who run it:',
    foreign: 'Another website has sent this form. Nothing has happened. Go back to the application and start again.',
    signOut: 'Sign out',
    signedOut: 'You are signed out',
    keepAccess: 'Applications that you have allowed keep their access.',
  },
  fr: {
    title: (application) => `${application} demande l’accès à votre compte`,
    signIn: 'Connectez-vous pour l’autoriser.',
    signInTitle: 'Se connecter',
    signedInAs: (email) => `Vous êtes connecté en tant que ${email}. Autoriser ?`,
    can: (application) => `${application} pourra alors, en votre nom :`,
    scopes: {
      base: 'voir et faire tout ce que vous pouvez : par exemple passer des commandes et modifier votre profil, mais ni votre adresse e-mail ni votre mot de passe',
      files: 'voir des fichiers et des images',
      upload_files: 'déposer des fichiers',
    },
    returnTo: (host) => `Vous reviendrez ensuite sur ${host}.`,
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    forgotten: 'Mot de passe oublié ?',
    allow: 'Autoriser',
    cancel: 'Annuler',
    switch: 'Utiliser un autre compte',
    required: 'Ce champ est obligatoire.',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect, ou vous n’avez pas accès à cette application.',
    wrongHere: 'L’adresse e-mail ou le mot de passe est incorrect.',
    slow: 'Trop de tentatives. Réessayez dans une minute.',
    ended: 'Vous n’êtes plus connecté. Connectez-vous à nouveau.',
    refused: 'Cette demande ne peut pas aboutir',
    askAgain: 'Revenez à l’application et recommencez. Si cela ne suffit pas, transmettez ceci à ses responsables :',
    foreign: 'Un autre site a envoyé ce formulaire. Rien ne s’est passé. Revenez à l’application et recommencez.',
    signOut: 'Se déconnecter',
    signedOut: 'Vous êtes déconnecté',
    keepAccess: 'Les applications que vous avez autorisées gardent leur accès.',
  },
});
