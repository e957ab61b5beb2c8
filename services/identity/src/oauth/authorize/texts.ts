import { bilingual, both } from '@partner-ordering/kernel';

/** The texts of the page. */
export const pageTexts = bilingual({
  title: both(
    (application: string) => `${application} asks for access to your account`,
    (application) => `${application} demande l’accès à votre compte`,
  ),
  signIn: both('Sign in to allow it.', 'Connectez-vous pour l’autoriser.'),
  signInTitle: both('Sign in', 'Se connecter'),
  signedInAs: both(
    (email: string) => `You are signed in as ${email}. Allow it?`,
    (email) => `Vous êtes connecté en tant que ${email}. Autoriser ?`,
  ),
  can: both(
    (application: string) => `${application} can then, in your name:`,
    (application) => `${application} pourra alors, en votre nom :`,
  ),
  scopes: {
    base: both(
      'see and do all that you can: for example place orders, and change your profile, but not your email address or password',
      'voir et faire tout ce que vous pouvez : par exemple passer des commandes et modifier votre profil, mais ni votre adresse e-mail ni votre mot de passe',
    ),
    files: both('see files and images', 'voir des fichiers et des images'),
    upload_files: both('upload files', 'déposer des fichiers'),
  },
  returnTo: both(
    (host: string) => `You then return to ${host}.`,
    (host) => `Vous reviendrez ensuite sur ${host}.`,
  ),
  email: both('Email address', 'Adresse e-mail'),
  password: both('Password', 'Mot de passe'),
  forgotten: both('Forgot your password?', 'Mot de passe oublié ?'),
  allow: both('Allow', 'Autoriser'),
  cancel: both('Cancel', 'Annuler'),
  switch: both('Use another account', 'Utiliser un autre compte'),
  required: both('This field is required.', 'Ce champ est obligatoire.'),
  wrong: both(
    'The email address or the password is wrong, or you may not use this application.',
    'L’adresse e-mail ou le mot de passe est incorrect, ou vous n’avez pas accès à cette application.',
  ),
  wrongHere: both('The email address or the password is wrong.', 'L’adresse e-mail ou le mot de passe est incorrect.'),
  slow: both('Too many attempts. Try again in a minute.', 'Trop de tentatives. Réessayez dans une minute.'),
  ended: both('You are not signed in any more. Sign in again.', 'Vous n’êtes plus connecté. Connectez-vous à nouveau.'),
  refused: both('This request cannot be answered', 'Cette demande ne peut pas aboutir'),
  askAgain: both(
    'Go back to the application and start again. If that does not help, tell those who run it:',
    'Revenez à l’application et recommencez. Si cela ne suffit pas, transmettez ceci à ses responsables :',
  ),
  foreign: both(
    'Another website has sent this form. Nothing has happened. Go back to the application and start again.',
    'Un autre site a envoyé ce formulaire. Rien ne s’est passé. Revenez à l’application et recommencez.',
  ),
  signOut: both('Sign out', 'Se déconnecter'),
  signedOut: both('You are signed out', 'Vous êtes déconnecté'),
  keepAccess: both(
    'Applications that you have allowed keep their access.',
    'Les applications que vous avez autorisées gardent leur accès.',
  ),
});
