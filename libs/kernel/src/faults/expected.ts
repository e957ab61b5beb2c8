import { bilingual } from '../texts/bilingual.ts';
import { both, type Both, type Language } from '../texts/both.ts';

type Nullable = { readonly nullable?: boolean };

/** The expectation of a field's schema: a type, a format, or one of some values. */
export type ExpectedType = Nullable & { readonly types: readonly string[]; readonly min?: number; readonly max?: number };
export type ExpectedFormat = Nullable & { readonly format: string };
export type ExpectedValue = Nullable & { readonly allowed: readonly string[] };
export type Expected = Partial<ExpectedType & ExpectedFormat & ExpectedValue>;

/** Types of JSON Schema. */
const types: Readonly<Record<string, Both<string>>> = {
  string: both('text', 'un texte'),
  boolean: both('true or false', 'true ou false'),
  array: both('a list', 'une liste'),
  object: both('an object', 'un objet'),
  integer: both('a whole number', 'un nombre entier'),
  number: both('a number', 'un nombre'),
};

/** Formats: those of JSON Schema, and the documents' `x-expects`. */
export const expectedFormats: Readonly<Record<string, Both<string>>> = {
  email: both('an email address', 'une adresse e-mail'),
  'date-time': both('a date and time such as 2026-03-01T09:00:00+0000', 'une date et une heure, par exemple 2026-03-01T09:00:00+0000'),
  date_or_time: both(
    'a date, or a date and time such as 2026-03-01T09:00:00+0000',
    'une date, ou une date et une heure, par exemple 2026-03-01T09:00:00+0000',
  ),
  country_code: both('a country code of two capital letters, such as FR', 'un code pays de deux majuscules, par exemple FR'),
  currency_code: both('a currency code of three capital letters, such as EUR', 'un code de devise de trois majuscules, par exemple EUR'),
  host_name: both('a host name such as orders.partner.example', 'un nom d’hôte, par exemple orders.partner.example'),
  language_code: both('a language code such as en or fr_FR', 'un code de langue, par exemple en ou fr_FR'),
  last_digits: both('one to four letters or digits', 'de une à quatre lettres ou chiffres'),
  month: both('a month, such as 2026-11', 'un mois, par exemple 2026-11'),
  time: both('a time in ISO 8601', 'une date et une heure en ISO 8601'),
  project_page: both(
    'a web address with {gid} such as https://shop.partner.example/orders/{gid}, without a user name or password',
    'une adresse web avec {gid}, par exemple https://shop.partner.example/orders/{gid}, sans nom d’utilisateur ni mot de passe',
  ),
  unix_time: both('a number of seconds since 1970', 'un nombre de secondes depuis 1970'),
  sheet_address: both(
    'a web address such as https://files.partner.example/prices.csv, without a user name or password',
    'une adresse web, par exemple https://files.partner.example/prices.csv, sans nom d’utilisateur ni mot de passe',
  ),
};

const words = bilingual({
  must: both('must be ', 'doit être '),
  oneOf: both('one of ', 'l’une de ces valeurs : '),
  or: both(' or ', ' ou '),
  orNull: both(' or null', ', ou rester vide'),
  somethingElse: both('something else', 'autre chose'),
  between: both(
    (min: number, max: number) => ` from ${min} to ${max}`,
    (min, max) => ` de ${min} à ${max}`,
  ),
  atLeast: both(' of at least ', ' d’au moins '),
  atMost: both(' of at most ', ' d’au plus '),
});

/** `must be a whole number from 1 to 100`, `must be text or null`. */
export const expectation = {
  en: (expected: Expected): string => sentence(expected, 'en'),
  fr: (expected: Expected): string => sentence(expected, 'fr'),
} as const;

const sentence = (expected: Expected, language: Language): string =>
  `${words[language].must}${kind(expected, language)}${expected.nullable ? words[language].orNull : ''}`;

function kind({ allowed, format, types: named = [], ...range }: Expected, language: Language): string {
  if (allowed) return (allowed.length === 1 ? '' : words[language].oneOf) + allowed.join(', ');
  const known = format === undefined ? undefined : expectedFormats[format];
  if (known) return known[language];
  const kinds = named.map((type) => types[type]?.[language] ?? type).join(words[language].or);
  return `${kinds || words[language].somethingElse}${rangeOf(range, language)}`;
}

function rangeOf({ min, max }: Expected, language: Language): string {
  if (min !== undefined && max !== undefined) return words[language].between(min, max);
  if (min !== undefined) return `${words[language].atLeast}${min}`;
  return max === undefined ? '' : `${words[language].atMost}${max}`;
}
