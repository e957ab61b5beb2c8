import { bilingual, both } from '@partner-ordering/kernel/texts';

export const applicationsTexts = bilingual({
  add: both('Register an application', 'Enregistrer une application'),
  added: both('The application is registered', 'L’application est enregistrée'),
  none: both('No applications yet', 'Aucune application'),
  nameHint: both('People read it when they are asked to allow it.', 'Affiché aux personnes à qui l’on demande de l’autoriser.'),
  isPublic: both('public', 'publique'),
  publicLabel: both(
    'Public: it runs in browsers or on people’s own machines, and can keep no secret',
    'Publique : elle s’exécute dans les navigateurs ou sur les postes, et ne peut garder de secret',
  ),
  grants: both('Grants', 'Modes d’autorisation'),
  grantNames: {
    authorization_code: both('people sign in on our page', 'on se connecte sur notre page'),
    password: both('people give it their password', 'on lui confie son mot de passe'),
    client_credentials: both('it acts as its technical user', 'elle agit comme son utilisateur technique'),
    refresh_token: both('people stay signed in', 'on reste connecté'),
  },
  grantsHint: both(
    'If you take one away, the sessions that began with it end.',
    'Retirer un mode met fin aux sessions ouvertes par ce mode.',
  ),
  scopes: both('Scopes', 'Portées'),
  scopesHint: both('If you take one away, all its sessions end.', 'Retirer une portée met fin à toutes ses sessions.'),
  scopeNames: {
    base: both('read and change resources', 'lire et modifier des ressources'),
    files: both('read files and images', 'lire des fichiers et images'),
    upload_files: both('upload files', 'déposer des fichiers'),
  },
  redirects: both('Redirect URIs', 'URI de redirection'),
  redirectsHint: both(
    'For authorization_code, one a line: https://…, or http://127.0.0.1/… with any port.',
    'Pour authorization_code, une par ligne : https://…, ou http://127.0.0.1/… avec un port quelconque.',
  ),
  user: both('Email address of the technical user', 'Adresse e-mail de l’utilisateur technique'),
  userHint: both(
    'For client_credentials. First create a user for this application alone: it gets no mails about orders.',
    'Pour client_credentials. Créez d’abord un utilisateur pour cette seule application : il ne reçoit aucun e-mail sur les commandes.',
  ),
  actsAs: both(
    (name: string) => `It acts as ${name}. If you change or empty this, its sessions as ${name} end.`,
    (name) => `Elle agit comme ${name}. Modifier ou vider ce champ met fin à ses sessions sous ce nom.`,
  ),
  noUser: both(
    (email: string) => `There is no user with the address ${email}.`,
    (email) => `Aucun utilisateur n’a l’adresse ${email}.`,
  ),
  organizationsHint: both(
    'Their members may sign in with their password. Without any, everybody may.',
    'Leurs membres peuvent se connecter par mot de passe. Sans aucune, tout le monde le peut.',
  ),
  clientId: both('Client id', 'Identifiant client'),
  secret: both('Secret', 'Secret'),
  secretText: both(
    'Copy the secret now: you never see it again. Hand it over like a password.',
    'Copiez le secret maintenant : vous ne le reverrez jamais. Transmettez-le comme un mot de passe.',
  ),
  kept: both('Done', 'Terminé'),
  previous: both(
    (time: string) => `The previous secret works until ${time}.`,
    (time) => `Le secret précédent fonctionne jusqu’au ${time}.`,
  ),
  rotate: both('New secret', 'Nouveau secret'),
  rotateText: both(
    'The present secret works for another 24 hours, so that the partner has time to change it.',
    'Le secret actuel fonctionne encore 24 heures : le partenaire a le temps de le changer.',
  ),
  rotateNow: both('End the present secret at once, as others know it', 'Mettre fin au secret actuel aussitôt, car d’autres le connaissent'),
  enable: {
    label: both('Enable', 'Activer'),
    text: both('It gets tokens again. Whoever uses it signs in anew.', 'Elle obtient à nouveau des jetons. Il faudra s’y reconnecter.'),
    done: both('The application is enabled', 'L’application est active'),
  },
  disable: {
    label: both('Disable', 'Désactiver'),
    text: both(
      'All its sessions end, and it gets no tokens until you enable it.',
      'Toutes ses sessions prennent fin, et elle n’obtient plus de jetons tant que vous ne l’activez pas.',
    ),
    done: both('The application is disabled', 'L’application est désactivée'),
  },
  removeText: both(
    'All its sessions end, and it gets no tokens any more. Its users and orders remain. This cannot be undone.',
    'Toutes ses sessions prennent fin, et elle n’obtient plus de jetons. Ses utilisateurs et commandes demeurent. C’est irréversible.',
  ),
});
