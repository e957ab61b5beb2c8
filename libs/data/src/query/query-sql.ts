import { faults } from '../faults.ts';
import { QUERY, type Comparison, type Expression, type Scalar } from './query-language.ts';
import { invalid, isGid, parseTime, secondOf, type ParsedTime, type Principal } from '@partner-ordering/kernel';
import { relationOf, resolveName, type Resource, type ResolvedName } from '../resources/resource.ts';
import { and, literal, or, raw, sql, type Sql } from '../connection/sql.ts';
import type { Column } from '../resources/tables.ts';

/** The names and values that a query may use; `searchable` and `values` are those of the document. */
export interface QueryScope {
  resource: Resource;
  searchable: readonly string[];
  values?: Readonly<Record<string, readonly unknown[]>> | undefined;
  principal: Principal;
}

const MAX_COSTLY = 5;

/** While a query is compiled: `left` of the costly comparisons that it may still have. */
type Scope = QueryScope & { readonly costly: { left: number } };
type Compare = Extract<Expression, { kind: 'compare' }>;

/** Compiles a query to a predicate on the resource's table; 400 for what the collection does not offer, or what would take long. */
export const predicateOf = (expression: Expression, scope: QueryScope): Sql =>
  compiled(expression, { ...scope, costly: { left: MAX_COSTLY } });

function compiled(expression: Expression, scope: Scope): Sql {
  switch (expression.kind) {
    case 'all':
      return and(expression.of.map((part) => compiled(part, scope)));
    case 'any':
      return or(expression.of.map((part) => compiled(part, scope)));
    case 'related':
      return related(expression, scope);
    case 'compare':
      return comparePath(expression, scope);
  }
}

function resolve(
  field: string,
  { operator, value }: Compare,
  { resource, searchable, values = {}, principal, costly }: Scope,
): ResolvedName {
  const resolved = searchable.includes(field) ? resolveName(resource, field) : undefined;
  if (!resolved) throw invalid(faults.not_searchable(QUERY, { field, allowed: searchable }));
  const closed = Object.hasOwn(values, field) && { values: values[field], meant: resolved.comparable.meanings?.(principal) };
  const comparable = { ...resolved.comparable, ...closed };
  if (isCostly(comparable, operator, value) && --costly.left < 0) throw invalid(faults.too_expensive(QUERY, { max: MAX_COSTLY }));
  return { ...resolved, comparable };
}

/** No index answers it: each row is compared, a million times in some 250 ms. */
const isCostly = ({ type, meant = {} }: Column, operator: Comparison, value: Scalar | Scalar[]): boolean =>
  operator === '~=' ||
  operator === 'like' ||
  (Array.isArray(value) && type === 'time') ||
  [value].flat().some((one) => Object.hasOwn(meant, String(one)));

function comparePath(expression: Compare, scope: Scope): Sql {
  const { field, operator, value } = expression;
  const resolved = resolve(field, expression, scope);
  const { comparable, relation } = resolved;
  if (!relation) return compareSeen(field, resolved, { operator, value, principal: scope.principal });
  // On a to-many relation "not equal" means that none is equal.
  const negated = operator === '!=' || operator === '!in';
  const inner = compare(field, comparable, negated ? (operator === '!=' ? '==' : 'in') : operator, value);
  return sql`${raw(negated ? 'not exists' : 'exists')} (select 1 from ${relation.from} where ${relation.on(scope.principal)} and ${inner})`;
}

type Related = Extract<Expression, { kind: 'related' }>;

/** `intersect` and `exclude`: a to-many relation has a row that matches (or none); a to-one relation is there and matches. */
function related({ field, excluded, of }: Related, scope: Scope): Sql {
  const partPredicate = sql`(${partMatches(of, partOf(field, scope))})`;
  const relation = relationOf(scope.resource, field);
  const matches = relation
    ? sql`exists (select 1 from ${relation.from} where ${relation.on(scope.principal)} and ${partPredicate})`
    : partPredicate;
  return excluded ? sql`(${matches}) is not true` : matches;
}

/** The names that are searchable behind the dotted prefix of a relation. */
interface RelationScope {
  prefix: string;
  scope: Scope;
  offered: readonly string[];
}

function partOf(prefix: string, scope: Scope): RelationScope {
  const offered = scope.searchable.filter((name) => name.startsWith(`${prefix}.`));
  if (offered.length === 0) throw invalid(faults.not_a_relation(QUERY, { field: prefix }));
  return { prefix, scope, offered };
}

/** The row behind the prefix exists and satisfies the expression. */
function partMatches(expression: Expression, part: RelationScope): Sql {
  const { prefix, scope } = part;
  const resolved = resolveName(scope.resource, prefix) ?? resolveName(scope.resource, `${prefix}.gid`);
  const key = resolved && seenColumn(resolved, scope.principal);
  const inner = predicateOfParts(expression, part);
  return key ? sql`${key.sql} is not null and ${inner}` : inner;
}

/** An expression on the related row; its names may be written with or without the relation's prefix. */
function predicateOfParts(expression: Expression, part: RelationScope): Sql {
  const { prefix, scope, offered } = part;
  if (expression.kind === 'all') return and(expression.of.map((each) => predicateOfParts(each, part)));
  if (expression.kind === 'any') return or(expression.of.map((each) => predicateOfParts(each, part)));
  const full = expression.field.startsWith(`${prefix}.`) ? expression.field : `${prefix}.${expression.field}`;
  if (expression.kind === 'related') {
    // A relation of the related row: its columns are in scope already.
    const matches = sql`(${partMatches(expression.of, partOf(full, { ...scope, searchable: offered }))})`;
    return expression.excluded ? sql`${matches} is not true` : matches;
  }
  const { operator, value } = expression;
  return compareSeen(full, resolve(full, expression, { ...scope, searchable: offered }), { operator, value, principal: scope.principal });
}

/** The column as the caller sees it: null in rows in which the field is not shown to them. */
function seenColumn({ comparable, seenIn }: ResolvedName, principal: Principal): Column {
  const visibility = seenIn?.(principal);
  return visibility
    ? { ...comparable, nullable: true, isStored: false, sql: sql`case when ${visibility} then ${comparable.sql} end` }
    : comparable;
}

type Compared = Pick<Compare, 'operator' | 'value'> & Pick<QueryScope, 'principal'>;

/** A comparison that tells nobody more than the answers show. */
function compareSeen(field: string, resolved: ResolvedName, { operator, value, principal }: Compared): Sql {
  const seen = resolved.seenIn?.(principal);
  const isEqual = (operator === '==' && value !== null) || (operator === 'in' && !(value as Scalar[]).includes(null));
  // Equality keeps the bare column, which has an index.
  if (seen && isEqual) return sql`(${seen} and ${compare(field, resolved.comparable, operator, value)})`;
  return compare(field, seenColumn(resolved, principal), operator, value);
}

function compare(field: string, column: Column, operator: Comparison, value: Scalar | Scalar[]): Sql {
  if (Array.isArray(value)) return compareMany(field, column, operator, value);
  if (value === null) return compareNull(field, column, operator);
  if (operator === '~=' || operator === 'like') return contains(field, column, operator, value);
  if (column.type === 'time') return compareTime(field, column, operator, value);
  const ordered = column.type === 'number' || column.type === 'text' || column.type === 'uuid';
  if (operator !== '==' && operator !== '!=' && !ordered) throw invalid(faults.operator_not_applicable(QUERY, { field, operator }));
  const checked = checkedValue(field, column, value);
  // An identifier that cannot exist equals no row; that is no error.
  if (checked === undefined) return raw(operator === '!=' ? 'true' : 'false');
  const meant = column.meant?.[String(checked)];
  if (meant && (operator === '==' || operator === '!=')) return operator === '==' ? meant : sql`(${meant}) is not true`;
  const parameter = parameterOf(column, checked);
  if (operator === '==') return sql`${column.sql} = ${parameter}`;
  if (operator === '!=') return column.nullable ? sql`${column.sql} is distinct from ${parameter}` : sql`${column.sql} <> ${parameter}`;
  return sql`${column.sql} ${raw(operator)} ${parameter}`;
}

function parameterOf({ type, values }: Column, value: Scalar): Sql {
  // True, false and the texts of a closed list stand in the statement: with a parameter, no partial index and no statistics would fit.
  if (type === 'boolean') return raw(String(value));
  if (type === 'text' && values) return raw(literal(String(value)));
  return type === 'number' ? sql`${value}::numeric` : sql`${value}`;
}

function compareNull(field: string, { sql: column }: Column, operator: Comparison): Sql {
  if (operator === '==') return sql`${column} is null`;
  if (operator === '!=') return sql`${column} is not null`;
  throw invalid(faults.operator_takes_no_null(QUERY, { field, operator }));
}

function compareMany(field: string, column: Column, operator: Comparison, values: Scalar[]): Sql {
  const isIn = isHashable(column, values.length)
    ? isOneOf(field, column, values)
    : or(values.map((value) => compare(field, column, '==', value)));
  return operator === 'in' ? isIn : sql`(${isIn}) is not true`;
}

/** PostgreSQL hashes no shorter array. */
const SHORTEST_HASHED = 9;

/** A few times stay ranges, which an index has. */
const isHashable = ({ type, values }: Column, length: number): boolean =>
  !values && (type === 'text' || type === 'uuid' || type === 'number' || (type === 'time' && length >= SHORTEST_HASHED));

/** PostgreSQL hashes an array, but would compare each row with up to 5,000 values of a query. */
function isOneOf(field: string, column: Column, values: readonly Scalar[]): Sql {
  const given = values.filter((value) => value !== null);
  const isNull = given.length < values.length ? [compareNull(field, column, '==')] : [];
  if (column.type === 'time') {
    const times = given.map((value) => timeOf(field, value));
    const at = (hasFraction: boolean) => times.filter((time) => time.hasFraction === hasFraction).map((time) => time.at);
    return or([sql`date_trunc('second', ${column.sql}) = any(${at(false)})`, sql`${column.sql} = any(${at(true)})`, ...isNull]);
  }
  const possible = given.map((value) => checkedValue(field, column, value)).filter((value) => value !== undefined);
  // Nulls equal nothing: no plan expects rows for them.
  const missing = possible.length > 1 ? Math.max(0, SHORTEST_HASHED - possible.length) : 0;
  const hashed = [...possible, ...Array.from({ length: missing }, () => null)];
  const array = column.type === 'number' ? sql`${hashed}::numeric[]` : sql`${hashed}`;
  return or([...(possible.length > 0 ? [sql`${column.sql} = any(${array})`] : []), ...isNull]);
}

function contains(field: string, column: Column, operator: Comparison, value: Scalar): Sql {
  if (column.type !== 'text' || typeof value !== 'string') throw invalid(faults.operator_not_applicable(QUERY, { field, operator }));
  return sql`${column.sql} ilike ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** A literal without a fraction means the whole second, because clients see times without fractions. */
function compareTime(field: string, { sql: column, nullable }: Column, operator: Comparison, value: Scalar): Sql {
  const { from, to } = secondOf(timeOf(field, value));
  switch (operator) {
    case '==':
      return to ? sql`(${column} >= ${from} and ${column} < ${to})` : sql`${column} = ${from}`;
    case '!=':
      return sql`(${to ? sql`${column} < ${from} or ${column} >= ${to}` : sql`${column} <> ${from}`}${raw(nullable ? ' or ' : '')}${nullable ? sql`${column} is null` : raw('')})`;
    case '>':
      return to ? sql`${column} >= ${to}` : sql`${column} > ${from}`;
    case '<=':
      return to ? sql`${column} < ${to}` : sql`${column} <= ${from}`;
    default:
      return sql`${column} ${raw(operator)} ${from}`;
  }
}

function timeOf(field: string, value: Scalar): ParsedTime {
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  if (!time) throw invalid((isBlankForPlus(value) ? faults.plus_not_encoded : faults.not_a_time)(QUERY, { field }));
  return time;
}

/** An unescaped `+` in an address arrives as a blank. */
const isBlankForPlus = (value: Scalar): boolean => typeof value === 'string' && / \d{2}:?\d{2}$/.test(value);

/** A value that fits its column: one of the closed list, where there is one. Undefined if no row can have it. */
function checkedValue(field: string, { type, values }: Column, value: Exclude<Scalar, null>): Scalar | undefined {
  if (values && !values.includes(value)) throw invalid(faults.value_not_one_of(QUERY, { field, allowed: values.map(String) }));
  if (type === 'uuid') return typeof value !== 'string' ? wrongType(field, 'string') : isGid(value) ? value : undefined;
  if (type === 'text') return typeof value === 'string' ? value : wrongType(field, 'string');
  if (type === 'boolean') return typeof value === 'boolean' ? value : wrongType(field, 'boolean');
  if (type === 'number') return typeof value === 'number' ? value : wrongType(field, 'number');
  throw invalid(faults.only_null(QUERY, { field }));
}

function wrongType(field: string, type: 'string' | 'boolean' | 'number'): never {
  throw invalid(faults.value_of_wrong_type(QUERY, { field, types: [type] }));
}
