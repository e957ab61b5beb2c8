import { both, commonFaults, declareFaults, rendered } from '@partner-ordering/kernel/faults';

/** The faults of people, organizations and applications, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    // Accounts.
    email_taken: both('already has an account', 'a déjà un compte'),
    email_not_confirmed: both(
      'cannot be joined with an email address that is not confirmed',
      'ne peut pas être rejointe avec une adresse e-mail non confirmée',
    ),
    wrong_password: both('is wrong', 'n’est pas exact'),
    common_password: both('is one of the most common passwords', 'est l’un des mots de passe les plus courants'),
    contains_email: both(
      'must not contain the email address, nor its part before the @',
      'ne doit contenir ni l’adresse e-mail ni ce qui précède son @',
    ),
    contains_control_characters: both(
      'must not contain line breaks or other control characters',
      'ne doit contenir ni saut de ligne ni autre caractère de contrôle',
    ),
    contains_link: both(
      'must not contain a link; write a space behind a full stop',
      'ne doit pas contenir de lien ; mettez une espace après un point',
    ),
    unknown_field_names: both('contains unknown field names: {names}', 'contient des noms de champs inconnus : {names}'),
    last_admin: both('would leave no admin', 'ne laisserait aucun administrateur'),
    technical_user_in_use: both('is the technical user of {names}', 'est l’utilisateur technique de {names}'),
    // Organizations and their members.
    unknown_country: both('is not an ISO 3166-1 country code', 'n’est pas un code de pays'),
    hostname_taken: both('is already used by another organization', 'sert déjà à une autre organisation'),
    own_ancestor: both(
      'must not be the organization itself or one of its descendants',
      'ne doit être ni l’organisation elle-même ni l’une de ses descendantes',
    ),
    duplicate_organization: both('is named twice', 'est nommée deux fois'),
    already_member: both('already has this member', 'compte déjà ce membre'),
    already_invited: both('is invited to the organization already', 'a déjà reçu une invitation de l’organisation'),
    invitee_already_member: both('belongs to a member of the organization', 'est déjà celle d’un membre de l’organisation'),
    wrong_or_expired: both('is wrong or has expired', 'n’est pas exact ou a expiré'),
    // Applications.
    no_secret: both('is public and has no secret', 'est publique et n’a pas de secret'),
    grant_not_allowed: both(
      'of a public application are authorization_code and refresh_token',
      'd’une application publique sont authorization_code et refresh_token',
    ),
    grant_missing: both(
      'must contain authorization_code, client_credentials or password',
      'doit contenir authorization_code, client_credentials ou password',
    ),
    required_for_grant: rendered(
      ({ grant }: { grant: string }) =>
        `is needed for the grant ${grant}${grant === 'client_credentials' ? ', which acts as this user' : ''}`,
      ({ grant }) => `est nécessaire pour ${grant}${grant === 'client_credentials' ? ', qui agit au nom de cet utilisateur' : ''}`,
      { grant: 'authorization_code' },
    ),
    not_a_redirect_uri: both(
      'must be a URI with https, or with http and 127.0.0.1 or [::1], without a user name and a fragment',
      'doit être une adresse en https (ou en http vers 127.0.0.1 ou [::1]), sans nom d’utilisateur ni fragment',
    ),
  }),
};
