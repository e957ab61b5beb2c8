import type { Texts } from '../../text/language.tsx';

const en = {
  search: 'Search users',
  noneFound: 'No user fits this search',
  user: 'User',
  admin: 'Admin',
  lastSeen: 'Last seen',
  seen: (time: string, orders: string) => `Last seen: ${time} · Orders: ${orders}`,
  new: 'New user',
  newText: 'We mail a link to set the password, valid for seven days.',
  nowCreated: 'The user is created, and the mail is on its way',
  emailHint: 'We mail a link to a new address. The present one stays until the link is opened.',
  pending: (email: string) => `${email} waits until the link that we mailed to it is opened.`,
  about: 'About the user',
  enable: 'Enable',
  nowEnabled: 'The user can sign in again',
  disable: {
    label: 'Disable',
    title: (name: string) => `Disable ${name}?`,
    text: 'All sessions end, and the user can no longer sign in. You can enable the user again.',
    done: 'The user is disabled',
  },
  makeAdmin: {
    label: 'Make admin',
    title: (name: string) => `Make ${name} an admin?`,
    text: 'Admins see and change everything, of all organizations.',
    done: 'The user is an admin',
  },
  endAdmin: {
    label: 'End as admin',
    title: (name: string) => `End ${name} as an admin?`,
    text: 'The user keeps the rights of their memberships alone.',
    done: 'The user is no longer an admin',
  },
  endSessions: {
    label: 'End all sessions',
    title: (name: string) => `End all sessions of ${name}?`,
    text: 'The user is signed out of every browser and application, and can sign in again. An address that is not confirmed yet is dropped.',
    done: 'The sessions have ended',
  },
  removeText:
    'Name, addresses, phone numbers and password are erased for good; memberships and sessions end. The orders remain, by “Deleted user”.',
  noMemberships: 'In none. Add the user to one, so that they can order there.',
  addTo: 'Add to an organization',
};

export const usersTexts: Texts<typeof en> = {
  en,
  fr: {
    search: 'Rechercher un utilisateur',
    noneFound: 'Aucun utilisateur ne correspond à cette recherche',
    user: 'Utilisateur',
    admin: 'Admin',
    lastSeen: 'Dernière activité',
    seen: (time, orders) => `Dernière activité : ${time} · Commandes : ${orders}`,
    new: 'Nouvel utilisateur',
    newText: 'Nous envoyons par e-mail un lien pour choisir le mot de passe, valable sept jours.',
    nowCreated: 'L’utilisateur est créé, et l’e-mail est en route',
    emailHint: 'Nous envoyons un lien à une nouvelle adresse. L’adresse actuelle demeure jusqu’à l’ouverture du lien.',
    pending: (email) => `${email} attend l’ouverture du lien que nous y avons envoyé.`,
    about: 'L’utilisateur',
    enable: 'Réactiver',
    nowEnabled: 'L’utilisateur peut de nouveau se connecter',
    disable: {
      label: 'Désactiver',
      title: (name) => `Désactiver ${name} ?`,
      text: 'Toutes ses sessions prennent fin, et il ne peut plus se connecter. Vous pourrez le réactiver.',
      done: 'L’utilisateur est désactivé',
    },
    makeAdmin: {
      label: 'Nommer admin',
      title: (name) => `Nommer ${name} admin ?`,
      text: 'Les admins voient et modifient tout, dans toutes les organisations.',
      done: 'L’utilisateur est admin',
    },
    endAdmin: {
      label: 'Retirer le rôle d’admin',
      title: (name) => `Retirer à ${name} le rôle d’admin ?`,
      text: 'L’utilisateur ne garde que les droits de ses appartenances.',
      done: 'L’utilisateur n’est plus admin',
    },
    endSessions: {
      label: 'Terminer les sessions',
      title: (name) => `Terminer toutes les sessions de ${name} ?`,
      text: 'L’utilisateur est déconnecté de tous les navigateurs et applications, et peut se reconnecter. Une adresse non confirmée est abandonnée.',
      done: 'Les sessions sont terminées',
    },
    removeText:
      'Nom, adresses, numéros de téléphone et mot de passe sont effacés définitivement ; appartenances et sessions prennent fin. Les commandes demeurent, sous « Deleted user ».',
    noMemberships: 'Aucune. Ajoutez-en une pour que l’utilisateur puisse y commander.',
    addTo: 'Ajouter à une organisation',
  },
};
