import { isDeepStrictEqual } from 'node:util';
import { type DomainRefusal, holdsNul, invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

/** Operators that compare a field with a value (contract, "Collection query language"). */
const comparisons = ['==', '!=', '<', '>', '<=', '>=', '~=', 'like', 'in', '!in'] as const;
const relations = ['intersect', 'exclude'] as const;

export type Comparison = (typeof comparisons)[number];
export type Scalar = string | number | boolean | null;

/** A parsed query; `field` is still the client's name. */
export type Expression =
  | { kind: 'all'; of: Expression[] }
  | { kind: 'any'; of: Expression[] }
  | { kind: 'compare'; field: string; operator: Comparison; value: Scalar | Scalar[] }
  | { kind: 'related'; field: string; excluded: boolean; of: Expression };

const MAX_DEPTH = 5;
const MAX_EXPRESSIONS = 50;
const MAX_VALUES = 100;
const MAX_NAME_LENGTH = 255;

/** The parameter that faults name. */
export const QUERY = 'query';

/**
 * Parses `query`: a triple, a list of expressions, or `["AND"|"OR", [...]]`; `[]` matches all. 400 says what is wrong. Equal expressions of
 * one group are merged, since PostgreSQL would evaluate each.
 */
export function parseQuery(text: string): Expression {
  const json = parseJson(text);
  if (!Array.isArray(json)) throw invalid(faults.not_a_json_array(QUERY));
  if (json.length === 0) return { kind: 'all', of: [] };
  return merged(parseExpression(json, { depth: 1, budget: { left: MAX_EXPRESSIONS } }));
}

function merged(expression: Expression): Expression {
  if (expression.kind === 'compare') return expression;
  if (expression.kind === 'related') return { ...expression, of: merged(expression.of) };
  const { kind } = expression;
  const parts = expression.of.map(merged).flatMap((part) => (part.kind === kind ? part.of : [part]));
  const of = parts.filter((part, index) => parts.findIndex((other) => isDeepStrictEqual(other, part)) === index);
  return of.length === 1 ? of[0]! : { kind, of };
}

interface Position {
  depth: number;
  budget: { left: number };
}

function parseJson(text: string): unknown {
  if (holdsNul(text)) throw invalid(faults.contains_nul_character(QUERY));
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(faults.not_json(QUERY));
  }
}

function parseExpression(json: unknown, position: Position): Expression {
  if (!Array.isArray(json)) throw invalid(faults.not_an_expression(QUERY, { found: excerpt(json) }));
  if (position.depth > MAX_DEPTH) throw invalid(faults.query_too_deep(QUERY, { max: MAX_DEPTH }));
  const [first] = json;
  if (Array.isArray(first)) return { kind: 'all', of: parseList(json, position) };
  if (first === 'AND' || first === 'OR') return parseExplicit(first, json, position);
  if (Array.isArray(json[1]) && typeof first === 'string' && /^(and|or)$/i.test(first))
    throw invalid(faults.not_in_capitals(QUERY, { found: first, value: first.toUpperCase() }));
  return parseTriple(json, position);
}

function parseExplicit(operator: 'AND' | 'OR', json: unknown[], position: Position): Expression {
  const [, list] = json;
  if (json.length !== 2 || !Array.isArray(list)) throw invalid(faults.not_a_list_of_expressions(QUERY, { operator }));
  if (list.length === 0) throw invalid(faults.no_expressions(QUERY, { operator }));
  return { kind: operator === 'AND' ? 'all' : 'any', of: parseList(list, position) };
}

const parseList = (list: unknown[], { depth, budget }: Position): Expression[] =>
  list.map((entry) => parseExpression(entry, { depth: depth + 1, budget }));

function parseTriple(json: unknown[], { depth, budget }: Position): Expression {
  const [field, operator, value] = json;
  if (json.length !== 3 || typeof field !== 'string') throw invalid(faults.not_a_triple(QUERY, { found: excerpt(json) }));
  if (field.length > MAX_NAME_LENGTH) throw invalid(faults.field_name_too_long(QUERY, { max: MAX_NAME_LENGTH }));
  if (--budget.left < 0) throw invalid(faults.too_many_expressions(QUERY, { max: MAX_EXPRESSIONS }));
  if (isOneOf(relations, operator)) {
    return { kind: 'related', field, excluded: operator === 'exclude', of: parseExpression(value, { depth: depth + 1, budget }) };
  }
  if (!isOneOf(comparisons, operator)) throw unknownOperator(operator);
  return { kind: 'compare', field, operator, value: parseValue(field, operator, value) };
}

/** Our operators as other languages spell them. */
const otherSpellings: Readonly<Record<string, string>> = {
  '=': '==',
  '===': '==',
  eq: '==',
  is: '==',
  '<>': '!=',
  '!==': '!=',
  ne: '!=',
  not: '!=',
  '=<': '<=',
  '=>': '>=',
  lt: '<',
  gt: '>',
  lte: '<=',
  le: '<=',
  gte: '>=',
  ge: '>=',
  '~': '~=',
  '=~': '~=',
  ilike: 'like',
  contains: 'like',
  nin: '!in',
  'not in': '!in',
  not_in: '!in',
};

function unknownOperator(operator: unknown): DomainRefusal {
  const operators = [...comparisons, ...relations];
  const spelling = typeof operator === 'string' ? operator.trim().toLowerCase() : '';
  const meant =
    operators.find((name) => name === spelling) ?? (Object.hasOwn(otherSpellings, spelling) ? otherSpellings[spelling] : undefined);
  return invalid(faults.unknown_operator(QUERY, { found: excerpt(operator), ...(meant && { meant }), allowed: operators }));
}

function parseValue(field: string, operator: string, value: unknown): Scalar | Scalar[] {
  if (operator === 'in' || operator === '!in') {
    if (!Array.isArray(value) || !value.every(isScalar)) throw invalid(faults.operator_takes_list(QUERY, { field, operator }));
    if (value.length > MAX_VALUES) throw invalid(faults.operator_takes_fewer_values(QUERY, { field, operator, max: MAX_VALUES }));
    return [...new Set(value)];
  }
  if (!isScalar(value)) throw invalid(faults.operator_takes_scalar(QUERY, { field, operator }));
  return value;
}

const isScalar = (value: unknown): value is Scalar => value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isOneOf = <const T extends readonly string[]>(words: T, value: unknown): value is T[number] => words.includes(value as string);

/** A value for a message, one level deep: a hostile one may be nested deeper than the stack. */
const excerpt = (value: unknown): string =>
  (Array.isArray(value) ? `[${value.slice(0, 4).map(word).join(',')}${value.length > 4 ? ',…' : ''}]` : word(value)).slice(0, 60);

const word = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
  return Array.isArray(value) ? '[…]' : '{…}';
};

/** `[]` means all. */
export const isEverything = (query: Expression): boolean => query.kind === 'all' && query.of.length === 0;

const MAX_COMMON_TRIPLES = 3;

/** At most three AND-ed comparisons with one value each: few enough shapes to keep prepared. */
export const isCommon = (query: Expression): boolean => {
  const parts = query.kind === 'all' ? query.of : [query];
  return parts.length <= MAX_COMMON_TRIPLES && parts.every((part) => part.kind === 'compare' && !Array.isArray(part.value));
};
