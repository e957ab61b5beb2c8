import type { Principal } from '@partner-ordering/kernel';
import { abbreviation } from '../connection/prepared.ts';
import { join, type Sql } from '../connection/sql.ts';
import { type Field, valueFor } from '../resources/fields.ts';
import { selectList } from '../resources/json.ts';
import { fieldsOf, type Resource } from '../resources/resource.ts';

/** Part of a select list for a principal; undefined for a field that they do not see. */
type Part = (principal: Principal) => Sql | undefined;

/** By the fields of a resource and the list of names: the same objects at each request of a route. */
const compiled = new WeakMap<object, WeakMap<object, Part[]>>();

/**
 * The select list of the named fields that the principal may see, by default all. Their order is the declared one: the same bytes have the
 * same entity tag. Only for statements that are `prepared`.
 */
export function projection(of: Resource, principal: Principal, names?: readonly string[]): Sql {
  const parts = compiled.get(of.fields)?.get(names ?? of.fields) ?? compile(of, names);
  return join(parts.map((part) => part(principal)).filter((part) => part !== undefined));
}

function compile(of: Resource, names?: readonly string[]): Part[] {
  const ofResource = compiled.get(of.fields) ?? new WeakMap<object, Part[]>();
  const fields = Object.entries(fieldsOf(of)).filter(([name]) => names?.includes(name) ?? true);
  const parts = fields.map(([name, field]) => partOf(name, field));
  compiled.set(of.fields, ofResource.set(names ?? of.fields, parts));
  return parts;
}

function partOf(name: string, field: Field): Part {
  const { value, shownTo } = field;
  const isConstant = shownTo === undefined && typeof value !== 'function' && value.values.length === 0;
  if (!isConstant) return (principal) => ((shownTo?.(principal) ?? true) ? selectList({ [name]: valueFor(field, principal) }) : undefined);
  const part = abbreviation(selectList({ [name]: value }));
  return () => part;
}
