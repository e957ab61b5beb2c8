import { both, commonFaults, declareFaults } from '@partner-ordering/kernel/faults';

/** The faults of requests, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    unknown_field: both('is not a known field', 'n’est pas un champ connu'),
    unknown_parameter: both('is not a known parameter', 'n’est pas un paramètre connu'),
    duplicate_file: both('names the same file as a field before it', 'désigne le même fichier qu’un champ précédent'),
    body_required: both('is required, as JSON', 'est obligatoire, en JSON'),
    body_not_allowed: both('must be left out', 'doit être absent'),
    not_utf8: both('is not valid UTF-8', 'n’est pas un UTF-8 valable'),
    forbidden_field_name: both(
      'contains a field named "__proto__" or "constructor", which is not accepted',
      'contient un champ nommé "__proto__" ou "constructor", ce qui n’est pas accepté',
    ),
    unpaired_surrogate: both('contains half of a surrogate pair', 'contient la moitié d’une paire de substitution'),
    too_many_values: both('contains more than {max} values', 'contient plus de {max} valeurs'),
    too_many_parameters: both('contains more than {max} parameters', 'contient plus de {max} paramètres'),
    too_many_fields: both('must have at most {max} fields', 'doit avoir au plus {max} champs'),
    too_deep: both('is nested more than {max} levels deep', 'est imbriqué sur plus de {max} niveaux'),
    unknown_path: both('is no path of this API; they are listed at {url}', 'n’est pas un chemin de cette API ; ils sont listés à {url}'),
    event_too_large: both(
      'is too long: an event about this change would have more than {max} bytes',
      'est trop long : un évènement sur cette modification aurait plus de {max} octets',
    ),
    unreadable: both('could not be read', 'n’a pas pu être lu'),
    key_already_used: both('was used before with another body', 'a déjà servi avec un autre contenu'),
  }),
};
