import { bilingual, both } from '@partner-ordering/kernel/texts';

export const accountTexts = bilingual({
  usedLink: both(
    'This link is invalid, expired or already used. Request a new one.',
    'Ce lien est invalide, expiré ou déjà utilisé. Demandez-en un nouveau.',
  ),
  fields: {
    email: both('Email address', 'Adresse e-mail'),
    firstname: both('First name', 'Prénom'),
    lastname: both('Last name', 'Nom'),
    password: both('Password', 'Mot de passe'),
    passwordHint: both(
      'At least 10 characters. Do not use a common password or your email address.',
      'Au moins 10 caractères. N’utilisez ni un mot de passe courant ni votre adresse e-mail.',
    ),
  },
  reset: {
    title: both('Forgot your password?', 'Mot de passe oublié ?'),
    text: both(
      'Enter your email address. We send you a link to choose a new password.',
      'Saisissez votre adresse e-mail. Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    ),
    submit: both('Send link', 'Envoyer le lien'),
    done: both(
      'If there is an account with this address, you receive an email within a few minutes. Its link is valid for an hour.',
      'Si un compte existe avec cette adresse, vous recevez un e-mail dans quelques minutes. Son lien est valable une heure.',
    ),
  },
  password: {
    title: both('Choose a password', 'Choisissez un mot de passe'),
    submit: both('Save password', 'Enregistrer le mot de passe'),
    done: both('Your password is saved. You can now sign in.', 'Votre mot de passe est enregistré. Vous pouvez maintenant vous connecter.'),
  },
  email: {
    title: both('Confirm your email address', 'Confirmez votre adresse e-mail'),
    text: both('After you confirm, sign in with the new address.', 'Après confirmation, connectez-vous avec la nouvelle adresse.'),
    submit: both('Confirm email address', 'Confirmer l’adresse e-mail'),
    done: both('Your new email address is confirmed.', 'Votre nouvelle adresse e-mail est confirmée.'),
  },
  restore: {
    title: both('Restore your email address', 'Rétablissez votre adresse e-mail'),
    text: both(
      'Your account gets back the address that we wrote to. Choose a new password. This signs you out everywhere.',
      'Votre compte reprend l’adresse à laquelle nous avons écrit. Choisissez un nouveau mot de passe. Toutes vos sessions seront fermées.',
    ),
    submit: both('Restore and save password', 'Rétablir et enregistrer le mot de passe'),
    done: both(
      'Your address is restored and your password is saved. You can now sign in.',
      'Votre adresse est rétablie et votre mot de passe est enregistré. Vous pouvez maintenant vous connecter.',
    ),
  },
  signIn: {
    submit: both('Sign in and accept', 'Se connecter et accepter'),
    wrong: both('The password is wrong.', 'Le mot de passe est incorrect.'),
    slow: both('Too many attempts. Try again in a minute.', 'Trop de tentatives. Réessayez dans une minute.'),
  },
  invitation: {
    title: both('Invitation', 'Invitation'),
    titleOf: both(
      (organization: string) => `Invitation to join ${organization}`,
      (organization) => `Invitation à rejoindre ${organization}`,
    ),
    accountFor: both(
      (email: string) => `Create your account for ${email}.`,
      (email) => `Créez votre compte pour ${email}.`,
    ),
    hasAccount: both(
      (email: string) => `${email} already has an account. Sign in where you place orders and accept the invitation there.`,
      (email) => `${email} a déjà un compte. Connectez-vous là où vous passez vos commandes et acceptez-y l’invitation.`,
    ),
    accept: both(
      (email: string) => `${email} already has an account. Sign in to accept the invitation.`,
      (email) => `${email} a déjà un compte. Connectez-vous pour accepter l’invitation.`,
    ),
    submit: both('Create account', 'Créer mon compte'),
    done: both('Your account is created. You can now sign in.', 'Votre compte est créé. Vous pouvez maintenant vous connecter.'),
  },
});
