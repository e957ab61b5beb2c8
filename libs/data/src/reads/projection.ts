import type { Principal } from '@partner-ordering/kernel';
import { abbreviation, join, raw, Sql, sql } from '../connection/sql.ts';
import type { Field } from '../resources/fields.ts';
import { fieldsOf, type Resource } from '../resources/resource.ts';

/** Part of a select list: what everybody sees alike, or a field that depends on the principal. */
type Part = Sql | { value: (principal: Principal) => Sql; shownTo: Field['shownTo']; as: Sql };

/** How many sets of fields are kept per resource: those of its routes and webhooks, and the first of those that clients choose. */
const MOST_KEPT = 100;

/** By the fields of a resource and the chosen names. */
const kept = new WeakMap<object, Map<string, readonly Part[]>>();

/**
 * The select list of the named fields that the principal may see, by default all. Their order is the declared one: the same bytes have the
 * same entity tag. Only for statements that are `prepared`.
 */
export function projection(of: Resource, principal: Principal, names?: readonly string[]): Sql {
  const seen: Sql[] = [];
  for (const part of kept.get(of.fields)?.get(String(names)) ?? compile(of, names)) {
    if (part instanceof Sql) seen.push(part);
    else if (part.shownTo?.(principal) ?? true) seen.push(sql`${part.value(principal)}${part.as}`);
  }
  return join(seen);
}

function compile(of: Resource, names: readonly string[] | undefined): readonly Part[] {
  const parts: Part[] = [];
  for (const [name, field] of Object.entries(fieldsOf(of))) {
    if (names && !names.includes(name)) continue;
    const [part, before] = [partOf(name, field), parts.at(-1)];
    if (part instanceof Sql && before instanceof Sql) parts[parts.length - 1] = sql`${before},${part}`;
    else parts.push(part);
  }
  const ofResource = kept.get(of.fields) ?? new Map<string, readonly Part[]>();
  if (ofResource.size === MOST_KEPT) return parts;
  const short = parts.map((part) => (part instanceof Sql ? abbreviation(part) : part));
  kept.set(of.fields, ofResource.set(String(names), short));
  return short;
}

function partOf(name: string, { value, shownTo }: Field): Part {
  const as = raw(` as "${name}"`);
  const isConstant = shownTo === undefined && typeof value !== 'function' && value.values.length === 0;
  return isConstant ? sql`${value}${as}` : { value: typeof value === 'function' ? value : () => value, shownTo, as };
}
