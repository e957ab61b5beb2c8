import { both, commonFaults, declareFaults, expectedFormats, rendered, type Detail, type Expected } from '@partner-ordering/kernel/faults';
import type { Field } from '../runtime/schemas.ts';

type Place = { readonly line?: number; readonly column?: number };

/** The faults of requests, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    unknown_field: both('is not a known field', 'n’est pas un champ connu'),
    unknown_parameter: both('is not a known parameter', 'n’est pas un paramètre connu'),
    same_file_twice: both('names the same file as a field before it', 'désigne le même fichier qu’un champ précédent'),
    body_required: both('is required, as JSON', 'est obligatoire, en JSON'),
    not_json: rendered(
      ({ line, column }: Place) => `is not valid JSON${line === undefined ? '' : `, see line ${line}, column ${column}`}`,
      ({ line, column }) => `n’est pas un JSON valable${line === undefined ? '' : `, voir ligne ${line}, colonne ${column}`}`,
      { line: 1, column: 2 },
    ),
    not_utf8: both('is not valid UTF-8', 'n’est pas un UTF-8 valable'),
    forbidden_name: both(
      'contains a field named "__proto__" or "constructor", which is not accepted',
      'contient un champ nommé "__proto__" ou "constructor", ce qui n’est pas accepté',
    ),
    half_character: both('contains half of a surrogate pair', 'contient la moitié d’une paire de substitution'),
    too_many_values: both('contains more than {max} values', 'contient plus de {max} valeurs'),
    too_many_parameters: both('contains more than {max} parameters', 'contient plus de {max} paramètres'),
    too_many_fields: both('must have at most {max} fields', 'doit avoir au plus {max} champs'),
    too_deep: both('is nested more than {max} levels deep', 'est imbriqué sur plus de {max} niveaux'),
    unknown_path: both('is no path of this API; they are listed at {url}', 'n’est pas un chemin de cette API ; ils sont listés à {url}'),
    unreadable: both('could not be read', 'n’a pas pu être lu'),
    key_used_before: both('was used before with another body', 'a déjà servi avec un autre contenu'),
  }),
};

/** Makes the detail of a field that breaks a keyword of its schema. */
const keywords: Readonly<Record<string, (path: string, field: Field) => Detail>> = {
  required: faults.required,
  additionalProperties: faults.unknown_field,
  unevaluatedProperties: faults.unknown_field,
  readOnly: faults.read_only,
  type: (path, field) => faults.wrong_type(path, expected(field)),
  oneOf: (path, field) => faults.wrong_type(path, expected(field)),
  enum: (path, field) => faults.not_one_of(path, expected(field)),
  const: (path, field) => faults.not_one_of(path, expected(field)),
  pattern: (path, field) => faults.wrong_format(path, expected(field)),
  format: (path, field) => faults.wrong_format(path, expected(field)),
  minimum: (path, field) => faults.out_of_range(path, expected(field)),
  maximum: (path, field) => faults.out_of_range(path, expected(field)),
  minLength: (path, { minLength: min = 1 }) => (min === 1 ? faults.empty(path) : faults.too_short(path, { min })),
  maxLength: (path, { maxLength: max = 0 }) => faults.too_long(path, { max }),
  minItems: (path, { minItems: min = 1 }) => (min === 1 ? faults.empty(path) : faults.too_few_items(path, { min })),
  maxItems: (path, { maxItems: max = 0 }) => faults.too_many_items(path, { max }),
  maxProperties: (path, { maxProperties: max = 0 }) => faults.too_many_fields(path, { max }),
  uniqueItems: faults.repeated_item,
};

/** The detail of a field that breaks a keyword of its schema. */
export const brokenKeyword = (path: string, keyword: string, field: Field): Detail => (keywords[keyword] ?? faults.not_valid)(path, field);

/** What a schema expects, in the order in which it says most. */
function expected({ types, enum: words, format, minimum, maximum, 'x-expects': inWords }: Field): Expected {
  const nullable = types.includes('null') ? { nullable: true } : {};
  if (inWords !== undefined) return { format: inWords, ...nullable };
  if (words) return { ...(words.length === 1 ? { value: String(words[0]) } : { allowed: words.map(String) }), ...nullable };
  const known = types.filter((type) => type !== 'null');
  if (known.length === 1 && format !== undefined && expectedFormats[format]) return { format, ...nullable };
  const range = { ...(minimum === undefined ? {} : { min: minimum }), ...(maximum === undefined ? {} : { max: maximum }) };
  return { types: known, ...range, ...nullable };
}

/** The detail of broken JSON, with its place if that is known. */
export function brokenJson(path: string, { message }: Error): Detail {
  if (message.includes('prototype property')) return faults.forbidden_name(path);
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return faults.not_json(path, line === undefined ? {} : { line: Number(line), column: Number(column) });
}
