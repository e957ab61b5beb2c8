import { both, commonFaults, declareFaults, rendered, type Both, type Language } from '@partner-ordering/kernel/faults';

type Operator = { readonly found: string; readonly meant?: string; readonly allowed: readonly string[] };
type Applied = { readonly field: string; readonly operator: string };
type Types = { readonly field: string; readonly types: readonly string[] };

const types: Readonly<Record<string, Both<string>>> = {
  string: both('a string', 'une chaîne'),
  boolean: both('true or false', 'true ou false'),
  number: both('a number', 'un nombre'),
};
const named = (language: Language, names: readonly string[]): string => names.map((name) => types[name]?.[language] ?? name).join(', ');

const forTexts: ReadonlySet<string> = new Set(['~=', 'like']);

/** The faults of queries and of the order of lists, with those that are common to all services. */
export const faults = {
  ...commonFaults,
  ...declareFaults({
    not_a_json_array: both('must be a JSON array', 'doit être un tableau JSON'),
    not_an_expression: both('expected an expression, found {found}', 'une expression était attendue, pas {found}'),
    not_a_triple: both('expected [field, operator, value], found {found}', '[champ, opérateur, valeur] était attendu, pas {found}'),
    query_too_deep: both('is nested more than {max} deep', 'est imbriqué sur plus de {max} niveaux'),
    too_many_expressions: both('has more than {max} expressions', 'a plus de {max} expressions'),
    too_expensive: rendered(
      ({ max }: { readonly max?: number }) =>
        `is too expensive${max === undefined ? '' : `: at most ${max} comparisons take ~=, like, a list of times or the value me`}`,
      ({ max }) =>
        `est trop coûteux${max === undefined ? '' : ` : au plus ${max} comparaisons prennent ~=, like, une liste de dates ou la valeur me`}`,
      { max: 5 },
    ),
    field_name_too_long: both('names a field of more than {max} characters', 'nomme un champ de plus de {max} caractères'),
    not_in_capitals: both('"{found}" is written "{value}"', '"{found}" s’écrit "{value}"'),
    not_a_list_of_expressions: both('"{operator}" takes one list of expressions', '"{operator}" prend une liste d’expressions'),
    no_expressions: both('"{operator}" takes at least one expression', '"{operator}" prend au moins une expression'),
    unknown_operator: rendered(
      ({ found, meant, allowed }: Operator) =>
        `unknown operator ${found}; ${meant === undefined ? '' : `"${meant}" is meant, `}known are ${allowed.join(' ')}`,
      ({ found, meant, allowed }) =>
        `opérateur inconnu ${found}${meant === undefined ? '' : ` au lieu de "${meant}"`} ; les opérateurs sont ${allowed.join(' ')}`,
      { found: '"="', meant: '==', allowed: ['==', '<'] },
    ),
    operator_takes_list: both('"{field}" {operator} takes an array of scalars', '"{field}" {operator} prend un tableau de valeurs simples'),
    operator_takes_scalar: both('"{field}" {operator} takes a scalar', '"{field}" {operator} prend une valeur simple'),
    operator_takes_fewer_values: both(
      '"{field}" {operator} takes at most {max} values',
      '"{field}" {operator} prend au plus {max} valeurs',
    ),
    operator_takes_no_null: both('"{field}" {operator} does not take null', '"{field}" {operator} ne prend pas null'),
    operator_not_applicable: rendered(
      ({ field, operator }: Applied) => `"${field}" does not take ${operator}${forTexts.has(operator) ? ', which is for texts' : ''}`,
      ({ field, operator }) => `"${field}" ne prend pas ${operator}${forTexts.has(operator) ? ', qui compare des textes' : ''}`,
      { field: 'is_enabled', operator: '<' },
    ),
    only_null: both('"{field}" can only be compared with null', '"{field}" ne se compare qu’à null'),
    value_of_wrong_type: rendered(
      ({ field, types: allowed }: Types) => `"${field}" takes ${named('en', allowed)}`,
      ({ field, types: allowed }) => `"${field}" prend ${named('fr', allowed)}`,
      { field: 'title', types: ['string'] },
    ),
    value_not_one_of: both('"{field}" must be one of {allowed}', '"{field}" doit être l’une de ces valeurs : {allowed}'),
    not_a_time: both(
      '"{field}" takes a time in ISO 8601, such as 2026-03-01T12:00:00+0100',
      '"{field}" prend une date et une heure en ISO 8601, par exemple 2026-03-01T12:00:00+0100',
    ),
    plus_not_encoded: both(
      '"{field}" takes a time in ISO 8601, such as 2026-03-01T12:00:00+0100 (a + is written %2B in an address)',
      '"{field}" prend une date et une heure en ISO 8601, par exemple 2026-03-01T12:00:00+0100 (un + s’écrit %2B dans une adresse)',
    ),
    not_searchable: both(
      '"{field}" is not searchable here; searchable are {allowed}',
      '"{field}" ne permet pas de chercher ici ; ces champs le permettent : {allowed}',
    ),
    not_a_relation: both(
      '"{field}" is not a relation that can be searched here',
      '"{field}" n’est pas une relation qui permette de chercher ici',
    ),
    beyond_search: both(
      'must end with the first {max} results of a search, together with limit',
      'doit s’arrêter aux {max} premiers résultats d’une recherche, limit compris',
    ),
    of_another_list: both(
      'belongs to another list, query, search, order or user',
      'appartient à une autre liste, requête, recherche, à un autre ordre ou utilisateur',
    ),
    not_sortable: both(
      '"{field}" is not orderable here; orderable are {allowed}',
      '"{field}" ne permet pas de trier ici ; ces champs le permettent : {allowed}',
    ),
  }),
};
