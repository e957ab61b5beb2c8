import { both } from '../texts/both.ts';
import { rendered } from './declare-faults.ts';

/** Why a field must be given, by `why`. */
const reasons = {
  product: both('is required with a product', 'est obligatoire avec un produit'),
  delivery: both('is required for a delivery', 'est obligatoire pour une livraison'),
  changed_options: both('is required when options or quantity change', 'est obligatoire quand les options ou la quantité changent'),
  no_email: both('is required unless email is given', 'est obligatoire sans adresse e-mail'),
  several_organizations: both(
    'is required, as you belong to several organizations',
    'est obligatoire, car vous appartenez à plusieurs organisations',
  ),
  not_one_organization: both(
    'is required unless you are a member of exactly one organization',
    'est obligatoire, sauf si vous êtes membre d’une seule organisation',
  ),
};

type Missing = { readonly why?: keyof typeof reasons | undefined; readonly field?: string | undefined };

/** A missing field; `field` may be given instead. */
export const isRequired = rendered(
  ({ why, field }: Missing) => (why ? reasons[why].en : field === undefined ? 'is required' : `or ${field} is required`),
  ({ why, field }) => (why ? reasons[why].fr : field === undefined ? 'est obligatoire' : `ou ${field} est obligatoire`),
  { why: undefined, field: undefined },
);

/** Sentences about a missing thing, by `resource`, where they are not the usual one. */
const absent = {
  file: both('there is no such file', 'n’est pas un fichier connu'),
  organization: both('is unknown', 'est inconnue'),
  receipt: both('is unknown here', 'est inconnu ici'),
  webhook: both('is no webhook of this organization', 'n’est pas un webhook de cette organisation'),
  work: both('is not a work of this project', 'n’est pas une création de cette commande'),
};

type Absent = { readonly resource?: keyof typeof absent | undefined; readonly gid?: string | undefined };

/** The thing that a field names does not exist for the caller; `gid` is that of one in a list. */
export const isNotFound = rendered(
  ({ resource, gid }: Absent) =>
    resource ? absent[resource].en : gid === undefined ? 'does not exist' : `organization ${gid} does not exist`,
  ({ resource, gid }) => (resource ? absent[resource].fr : gid === undefined ? 'n’existe pas' : `l’organisation ${gid} n’existe pas`),
  { resource: undefined, gid: undefined },
);
