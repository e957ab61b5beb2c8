/** A query on typed fields -> the JSON array of the API's query language. */
import { UsageError } from './errors.ts';

/** A time: a `Date`, or ISO 8601 text, which is UTC where it names no offset. */
export type Time = Date | string;

/** JSON of a query: a triple `[field, operator, value]`, a list of them, or `['AND' | 'OR', […]]`. */
export type QueryJson = readonly unknown[];

/** A condition that can be combined; the service takes 50 of them, 5 deep. */
export class Expression {
  readonly #json: QueryJson;

  constructor(json: QueryJson) {
    this.#json = json;
  }

  and(...others: Expression[]): Expression {
    return all(this, ...others);
  }

  or(...others: Expression[]): Expression {
    return any(this, ...others);
  }

  toJSON(): QueryJson {
    return this.#json;
  }
}

/** Items that satisfy each of these conditions; without any, all items. */
export function all(...expressions: Expression[]): Expression {
  return combine('AND', expressions);
}

/** Items that satisfy at least one of these conditions. */
export function any(first: Expression, ...others: Expression[]): Expression {
  return combine('OR', [first, ...others]);
}

function combine(word: 'AND' | 'OR', expressions: Expression[]): Expression {
  const parts = expressions.map(jsonOf);
  const nonEmptyParts = parts.filter(({ length }) => length > 0);
  // A condition that all items satisfy is left out of an AND, and an OR with it is satisfied by all.
  if (nonEmptyParts.length === 0 || (word === 'OR' && nonEmptyParts.length < parts.length)) return new Expression([]);
  return new Expression(nonEmptyParts.length === 1 ? nonEmptyParts[0]! : [word, nonEmptyParts]);
}

/** The comparisons that every field has; `null` means that it is empty. */
interface Comparable<Value> {
  eq(value: Value | null): Expression;
  /** Empty ones included. */
  ne(value: Value | null): Expression;
  in(values: readonly Value[]): Expression;
  /** Empty ones included. */
  notIn(values: readonly Value[]): Expression;
}

interface Orderable<Value> {
  lt(value: Value): Expression;
  le(value: Value): Expression;
  gt(value: Value): Expression;
  ge(value: Value): Expression;
}

interface Text {
  /** Whatever the case of its letters. */
  contains(text: string): Expression;
}

/** A searchable field, by its values: times, numbers and texts have an order, texts have parts; choices and truth values have neither. */
export type Field<Value> = Comparable<Value> &
  (Date extends Value
    ? Orderable<Value>
    : number extends Value
      ? Orderable<Value>
      : string extends Value
        ? Orderable<Value> & Text
        : unknown);

/** The related row or rows of a field: their own fields, and conditions on one and the same row. */
export type Relation<Fields> = Fields & {
  /** There is one that satisfies this. */
  intersect(where: (fields: Fields) => Expression): Expression;
  /** There is none that satisfies this. */
  exclude(where: (fields: Fields) => Expression): Expression;
};

const operators: Readonly<Record<string, string>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  in: 'in',
  notIn: '!in',
  contains: '~=',
};

const relations = ['intersect', 'exclude'];

/** The JSON of a condition. Throws `UsageError` for a field without an operator, and whatever else is none. */
function jsonOf(expression: unknown): QueryJson {
  if (expression instanceof Expression) return expression.toJSON();
  throw new UsageError("where: that is no condition, such as p.status.eq('draft')");
}

/** Fields by any name; the service says which there are. */
const fieldsAt = <Fields>(prefix: string): Fields => new Proxy({} as never, { get: (_target, name) => memberAt(prefix, String(name)) });

function memberAt(prefix: string, name: string): unknown {
  const operator = operators[name];
  if (prefix !== '' && operator !== undefined) return (value: unknown) => new Expression([prefix, operator, valueOf(value)]);
  if (prefix !== '' && relations.includes(name))
    return (where: (fields: unknown) => Expression) => new Expression([prefix, name, jsonOf(where(fieldsAt('')))]);
  return fieldsAt(prefix === '' ? name : `${prefix}.${name}`);
}

/** The service reads times to the second; a fraction is left as it is. */
function valueOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map(valueOf) : value instanceof Date ? value.toISOString() : value;
}

/** The JSON of what a call was given as `where`. */
export function queryJson(where: ((fields: never) => Expression) | QueryJson): QueryJson {
  return typeof where === 'function' ? jsonOf(where(fieldsAt<never>(''))) : where;
}
