import { both } from '../texts/both.ts';
import { declareFaults, rendered } from './declare-faults.ts';
import { expectation, type Expected, type ExpectedFormat, type ExpectedType, type ExpectedValue } from './expected.ts';
import type { Params } from './params.ts';
import { isNotFound, isRequired } from './wordings.ts';

type TextPosition = { readonly line?: number; readonly column?: number };

/** The example has all parameters, since documents list those that it has. */
const withExpectation = <Given extends Expected>(example: Required<Given>) => rendered<Given>(expectation.en, expectation.fr, example);

/** The faults that more than one service or lib finds. */
export const commonFaults = declareFaults({
  required: isRequired,
  not_found: isNotFound,
  read_only: both('is read-only', 'est en lecture seule'),
  not_valid: both('is not valid', 'n’est pas valable'),
  wrong_type: withExpectation<ExpectedType>({ types: ['integer'], min: 1, max: 100, nullable: true }),
  wrong_format: withExpectation<ExpectedFormat>({ format: 'email', nullable: true }),
  not_one_of: withExpectation<ExpectedValue>({ allowed: ['solo', 'multi'], nullable: true }),
  not_an_option: both('is not an option of this product', 'n’est pas une option de ce produit'),
  out_of_range: withExpectation<ExpectedType>({ types: ['integer'], min: 1, max: 100, nullable: true }),
  empty: both('must not be empty', 'ne doit pas être vide'),
  blank: both('must not be blank', 'ne doit pas être vide'),
  too_long: both('must have at most {max} characters', 'doit avoir au plus {max} caractères'),
  too_short: both('must have at least {min} characters', 'doit avoir au moins {min} caractères'),
  wrong_length: both('must have {min} to {max} characters', 'doit avoir de {min} à {max} caractères'),
  number_too_large: both('is too large', 'dépasse la limite'),
  too_many_items: both('must have at most {max} items', 'doit avoir au plus {max} éléments'),
  too_few_items: both('must have at least {min} items', 'doit avoir au moins {min} éléments'),
  duplicate_parameter: both('is given more than once', 'figure plusieurs fois'),
  duplicate_item: both('must not contain the same item twice', 'contient deux fois le même élément'),
  mutually_exclusive: both('must not be given together with {field}', 'ne peut pas accompagner {field}'),
  not_json: rendered(
    ({ line, column }: TextPosition) => `is not valid JSON${line === undefined ? '' : `, see line ${line}, column ${column}`}`,
    ({ line, column }) => `n’est pas un JSON valable${line === undefined ? '' : `, voir ligne ${line}, colonne ${column}`}`,
    { line: 1, column: 2 },
  ),
  contains_nul_character: both('contains a NUL character', 'contient un caractère NUL'),
  not_percent_encoded: both('must be percent-encoded', 'demande un encodage en pourcentage'),
  unknown_currency: both('is not a current ISO 4217 currency code', 'n’est pas le code d’une devise actuelle'),
  too_many_decimals: both('has more decimal places than {currency} allows', 'a plus de décimales que {currency} n’en permet'),
  not_a_multiple: both('must be a multiple of {amount} in {currency}', 'doit être un multiple de {amount} en {currency}'),
  not_an_image: both(
    'is not a PNG, JPEG, GIF, WebP or AVIF image, or is too large for one',
    'n’est pas une image PNG, JPEG, GIF, WebP ou AVIF, ou dépasse la taille d’une image',
  ),
  in_use: rendered(
    ({ resource, used_by: by }: { resource: string; used_by: string }) =>
      `cannot be deleted: this ${resource} ${resource === 'worker' && by === 'projects' ? 'is assigned to' : 'has'} ${by}${resource === 'product' ? '; is_enabled: false hides it' : ''}`,
    () => 'sert encore, la suppression est donc impossible',
    { resource: 'worker', used_by: 'works' },
  ),
  end_not_after_start: rendered(
    ({ field }: Params<'field'>) => `must be ${field === 'valid_until' ? 'earlier' : 'later'} than ${field}`,
    ({ field }) => `doit être ${field === 'valid_until' ? 'avant' : 'après'} ${field}`,
    { field: 'since' },
  ),
  fields_differ: rendered(
    ({ field }: { field: string }) =>
      field === 'path' ? 'must name the same file as path when both are given' : `must equal ${field} when both are given`,
    ({ field }) =>
      field === 'path'
        ? 'doit désigner le même fichier que path lorsque les deux sont donnés'
        : `doit être identique à ${field} lorsque les deux sont donnés`,
    { field: 'mobile_phone' },
  ),
  belongs_to_another_organization: both('belongs to another organization', 'appartient à une autre organisation'),
});
