import { bilingual, both } from '@partner-ordering/kernel/texts';

export const usersTexts = bilingual({
  search: both('Search users', 'Rechercher un utilisateur'),
  user: both('User', 'Utilisateur'),
  admin: both('Admin', 'Admin'),
  lastSeen: both('Last seen', 'Dernière activité'),
  seen: both(
    (time: string, orders: string) => `Last seen: ${time} · Orders: ${orders}`,
    (time, orders) => `Dernière activité : ${time} · Commandes : ${orders}`,
  ),
  new: both('New user', 'Nouvel utilisateur'),
  newText: both(
    'We mail a link to set the password, valid for seven days.',
    'Nous envoyons par e-mail un lien pour choisir le mot de passe, valable sept jours.',
  ),
  nowCreated: both('The user is created, and the mail is on its way', 'L’utilisateur est créé, et l’e-mail est en route'),
  emailHint: both(
    'We mail a link to a new address. The present one stays until the link is opened.',
    'Nous envoyons un lien à une nouvelle adresse. L’adresse actuelle demeure jusqu’à l’ouverture du lien.',
  ),
  pending: both(
    (email: string) => `${email} waits until the link that we mailed to it is opened.`,
    (email) => `${email} attend l’ouverture du lien que nous y avons envoyé.`,
  ),
  about: both('About the user', 'L’utilisateur'),
  enable: both('Enable', 'Réactiver'),
  nowEnabled: both('The user can sign in again', 'L’utilisateur peut de nouveau se connecter'),
  disable: {
    label: both('Disable', 'Désactiver'),
    title: both(
      (name: string) => `Disable ${name}?`,
      (name) => `Désactiver ${name} ?`,
    ),
    text: both(
      'All sessions end, and the user can no longer sign in. You can enable the user again.',
      'Toutes ses sessions prennent fin, et il ne peut plus se connecter. Vous pourrez le réactiver.',
    ),
    done: both('The user is disabled', 'L’utilisateur est désactivé'),
  },
  makeAdmin: {
    label: both('Make admin', 'Nommer admin'),
    title: both(
      (name: string) => `Make ${name} an admin?`,
      (name) => `Nommer ${name} admin ?`,
    ),
    text: both(
      'Admins see and change everything, of all organizations.',
      'Les admins voient et modifient tout, dans toutes les organisations.',
    ),
    done: both('The user is an admin', 'L’utilisateur est admin'),
  },
  endAdmin: {
    label: both('End as admin', 'Retirer le rôle d’admin'),
    title: both(
      (name: string) => `End ${name} as an admin?`,
      (name) => `Retirer à ${name} le rôle d’admin ?`,
    ),
    text: both('The user keeps the rights of their memberships alone.', 'L’utilisateur ne garde que les droits de ses appartenances.'),
    done: both('The user is no longer an admin', 'L’utilisateur n’est plus admin'),
  },
  endSessions: {
    label: both('End all sessions', 'Terminer les sessions'),
    title: both(
      (name: string) => `End all sessions of ${name}?`,
      (name) => `Terminer toutes les sessions de ${name} ?`,
    ),
    text: both(
      'The user is signed out of every browser and application, and can sign in again. An address that is not confirmed yet is dropped.',
      'L’utilisateur est déconnecté de tous les navigateurs et applications, et peut se reconnecter. Une adresse non confirmée est abandonnée.',
    ),
    done: both('The sessions have ended', 'Les sessions sont terminées'),
  },
  removeText: both(
    'Name, addresses, phone numbers and password are erased for good; memberships and sessions end. The orders remain, by “Deleted user”.',
    'Nom, adresses, numéros de téléphone et mot de passe sont effacés définitivement ; appartenances et sessions prennent fin. Les commandes demeurent, sous « Deleted user ».',
  ),
  noMemberships: both(
    'In none. Add the user to one, so that they can order there.',
    'Aucune. Ajoutez-en une pour que l’utilisateur puisse y commander.',
  ),
  addTo: both('Add to an organization', 'Ajouter à une organisation'),
});
