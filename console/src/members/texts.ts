import { bilingual, both } from '@partner-ordering/kernel/texts';

export const membersTexts = bilingual({
  search: both('Search members', 'Rechercher un membre'),
  member: both('Member', 'Membre'),
  email: both('Email address', 'Adresse e-mail'),
  role: both('Role', 'Rôle'),
  roles: {
    user: both('Member', 'Membre'),
    manager: both('Manager', 'Gestionnaire'),
  },
  spent: both('Spent this month', 'Dépenses du mois'),
  spentOf: both(
    (spent: string, budget: string) => `${spent} of ${budget}`,
    (spent, budget) => `${spent} sur ${budget}`,
  ),
  spentFreely: both(
    (spent: string) => `${spent}, no limit`,
    (spent) => `${spent}, sans limite`,
  ),
  toApprove: both('To approve', 'À approuver'),
  none: both('Nobody is a member yet. Invite the first.', 'Aucun membre pour l’instant. Invitez le premier.'),
  invite: both('Invite a member', 'Inviter un membre'),
  inviteText: both('We mail a link that is valid for 14 days.', 'Nous envoyons par e-mail un lien valable 14 jours.'),
  invited: both('The invitation is sent', 'L’invitation est envoyée'),
  invitations: both('Open invitations', 'Invitations en cours'),
  expires: both('Valid until', 'Valable jusqu’au'),
  expired: both('Expired', 'Expirée'),
  resend: both('Resend', 'Renvoyer'),
  resent: both('The invitation is sent again, and valid for 14 days', 'L’invitation est renvoyée, valable 14 jours'),
  withdraw: both('Withdraw', 'Retirer'),
  withdrawTitle: both(
    (email: string) => `Withdraw the invitation to ${email}?`,
    (email) => `Retirer l’invitation envoyée à ${email} ?`,
  ),
  withdrawText: both(
    'The link in the mail no longer works. You can invite the person again.',
    'Le lien de l’e-mail ne fonctionnera plus. Vous pourrez inviter cette personne à nouveau.',
  ),
  budget: both('Monthly budget', 'Budget mensuel'),
  unlimited: both('Unlimited', 'Illimité'),
  amount: both('Amount, net', 'Montant HT'),
  isManagerHint: both(
    'Managers approve orders, invite members and set budgets.',
    'Les gestionnaires approuvent les commandes, invitent des membres et fixent les budgets.',
  ),
  budgetHint: both('Orders beyond it wait for approval.', 'Les commandes qui le dépassent attendent une approbation.'),
  months: both('Month by month', 'Mois par mois'),
  noMonths: both('Nothing is ordered yet', 'Aucune commande pour l’instant'),
  bookedAt: both('Ordered on', 'Commandée le'),
  released: both('Canceled on', 'Annulée le'),
  remove: both('Remove from the organization', 'Retirer de l’organisation'),
  removeTitle: both(
    (name: string) => `Remove ${name}?`,
    (name) => `Retirer ${name} ?`,
  ),
  removeText: both(
    (organization: string) =>
      `The account and its orders remain, and running orders go on. The person no longer sees anything of ${organization}, until you invite them again.`,
    (organization) =>
      `Le compte et ses commandes demeurent, et les commandes en cours se poursuivent. Cette personne ne verra plus rien de ${organization}, à moins d’une nouvelle invitation.`,
  ),
  removed: both('The member is removed', 'Le membre est retiré'),
});
