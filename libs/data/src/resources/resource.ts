import { isGid, type Principal } from '@partner-ordering/kernel';
import { genericFields, type Field } from './fields.ts';
import { abbreviation, and, join, raw, Sql, sql } from '../connection/sql.ts';
import { sourceOf, type Column, type Table, type TableSource } from './tables.ts';

/** A predicate on the rows that a principal sees. For `isIn`, a list reads one index range per value. */
export type VisibilityPredicate = Sql;

/** Rows whose `column` is one of `wanted`. */
export class ColumnPredicate extends Sql {
  readonly column: Column;
  readonly wanted: readonly string[];

  constructor(column: Column, wanted: readonly string[]) {
    super(wanted.length === 1 ? ['', ' = ', ''] : ['', ' = any(', ')'], [column.sql, wanted.length === 1 ? wanted[0] : wanted]);
    this.column = column;
    this.wanted = wanted;
  }
}

/** Rows whose `column` is one of `values`; no values, no rows. */
export const isIn = (column: Column, values: readonly string[]): ColumnPredicate => new ColumnPredicate(column, [...new Set(values)]);

/** Values that a row has, by property. An array lists those of which it has one. A rule in this form guards a write and compiles to SQL. */
export type Condition<Row> = { readonly [Name in keyof Row]?: Row[Name] | readonly Row[Name][] };

/** Whether a row has the values. */
export const holds = <Row extends object>(row: Row, condition: Condition<Row>): boolean =>
  Object.entries(condition).every(([name, value]) => [value].flat().includes(row[name as keyof Row]));

/** The same as SQL; `written` makes a value that is not null a parameter or a constant. */
export const conditionSql = <Row extends object>(of: Table<Row>, condition: Condition<Row>, written: (value: unknown) => Sql): Sql =>
  and(
    Object.entries(condition).map(([name, value]) => {
      const { sql: column } = (of as unknown as Record<string, Column>)[name]!;
      if (value === null) return sql`${column} is null`;
      return Array.isArray(value) ? sql`${column} = any(${written(value)})` : sql`${column} = ${written(value)}`;
    }),
  );

/** For a resource that only admins see: admins need no predicate. */
export const adminsOnly = (): VisibilityPredicate[] => [];

/** A resource as single reads, lists, counts and the loads of writes see it. */
export interface ResourceDeclaration<Model, Entity = object> {
  /** The word in messages: `Could not find this <noun>`. */
  noun: string;
  /** The collection's path, with which the path of every resource begins. */
  path: string;
  table: Table<Entity>;
  /** Every field of the document's model, in its order. `gid`, `created_at`, `modified_at` and `href` come first unless declared. */
  fields: Fields<Model>;
  /** Names that clients may search or order by besides the fields: `due_date` for `deadline_at`. */
  aliases?: Readonly<Record<string, Column>>;
  /** To-many relations that clients may search through but are not shown: `products.gid`. */
  relations?: Readonly<Record<string, Required<Pick<Field, 'relation' | 'parts'>>>>;
  /** The name that identifies a row within its path; default `gid`. */
  key?: string;
  /** The predicates of which any shows a row to a principal who is no admin; an admin sees all rows. */
  visible: (principal: Principal) => VisibilityPredicate[];
  /** Rows whose files everybody may read, without a token, too; by default none. */
  publicFiles?: Sql;
  /** Gid of the one organization that a row belongs to. */
  organization?: Column;
  /** Rows that exist for nobody, for instance deleted ones. */
  where?: Sql;
  /** Full-searchable: its table has the columns of `searchColumns`. */
  isSearchable?: boolean;
  /** The number of its rows is kept (`keptCount`), for an admin's whole list. */
  isCounted?: boolean;
}

type GenericName = 'gid' | 'href' | 'created_at' | 'modified_at';

type Fields<Model> = { [K in Exclude<keyof Model, GenericName>]-?: Field<Exclude<Model[K], undefined>> } & {
  [K in keyof Model & GenericName]?: Field<Exclude<Model[K], undefined>>;
};

/** A compiled declaration. `Model` is the document's full representation, `Entity` what writes load. */
export interface Resource<Model = unknown, Entity = unknown> extends Omit<ResourceDeclaration<Model, never>, 'table'> {
  readonly source: TableSource<Entity>;
  /** Columns by searchable or orderable name: `status`, `due_date`, `owner.gid`, `organizations.gid`. */
  readonly names: ReadonlyMap<string, ResolvedName>;
  /** The column that paths name a row by. */
  readonly pathColumn: Column;
  /** The column that orders rows by default and decides ties. */
  readonly tieColumn: Column;
  /** Path of one resource. */
  href(gid: string): string;
}

/** A nested collection's own restriction: `field` (as in a query) equals `value`. */
export interface ParentFilter {
  field: string;
  value: string;
}

// For lookups by a name that is not known at compile time.
type AnyFields = Readonly<Record<string, Field>>;

/** Declares how `Model` is seen: `resource<Project>()({...})`. A missing or mistyped field does not compile. */
export const resource =
  <Model>() =>
  <Entity extends object>({ table, ...declaration }: ResourceDeclaration<Model, Entity>): Resource<Model, Entity> => {
    const fields = { ...undeclared(genericFields(table, declaration.path), declaration.fields), ...declaration.fields };
    const aliases = { ...unchanging(table), ...declaration.aliases };
    const names = namesOf({ ...declaration, fields, aliases });
    const pathColumn = names.get(declaration.key ?? 'gid')!.comparable;
    return {
      ...declaration,
      fields,
      aliases,
      names,
      pathColumn,
      tieColumn: names.get('gid')?.comparable ?? pathColumn,
      source: sourceOf(table),
      href: (gid) => `${declaration.path}/${gid}`,
    };
  };

/** The alias `modified_at` of rows that never change, so that clients can poll every collection alike. */
const unchanging = (of: Table): Record<string, Column> => {
  const { createdAt, modifiedAt } = of as unknown as Partial<Record<string, Column>>;
  return createdAt && !modifiedAt ? { modified_at: createdAt } : {};
};

/** A declared field stands where it is declared, also where it is a generic one. */
const undeclared = (generic: Record<string, Field>, declared: object): object =>
  Object.fromEntries(Object.entries(generic).filter(([name]) => !(name in declared)));

/** The fields of a resource by name. */
export const fieldsOf = (of: Pick<Resource, 'fields'>): AnyFields => of.fields as unknown as AnyFields;

/** The column of a searchable or orderable name, reached over a to-many relation or not. */
export interface ResolvedName {
  readonly comparable: Column;
  readonly relation?: Field['relation'];
  readonly seenIn?: Field['seenIn'];
}

/** The column of a name; undefined when the resource has no such name. */
export const resolveName = (of: Resource, name: string): ResolvedName | undefined => of.names.get(name);

/** An alias comes before a field, a field before a relation. */
function namesOf({ fields, aliases, relations }: Pick<ResourceDeclaration<unknown>, 'aliases' | 'relations'> & { fields: object }) {
  const names = new Map<string, ResolvedName>();
  for (const [name, { comparable, parts = {}, relation, seenIn }] of Object.entries<SearchedField>({ ...relations, ...fields })) {
    if (comparable) names.set(name, { comparable, relation, seenIn });
    for (const [part, column] of Object.entries(parts)) names.set(`${name}.${part}`, { comparable: column, relation, seenIn });
  }
  for (const [name, comparable] of Object.entries(aliases ?? {})) names.set(name, { comparable });
  return names;
}

/** The to-many relation that a dotted prefix (`member_of`, `member_of.organization`) leads over, if it does. */
export const relationOf = (of: Resource, prefix: string): Field['relation'] => searchedField(of, prefix.split('.', 1)[0]!)?.relation;

type SearchedField = Pick<Field, 'comparable' | 'parts' | 'relation' | 'seenIn'>;

const searchedField = (of: Resource, name: string): SearchedField | undefined => fieldsOf(of)[name] ?? of.relations?.[name];

const everything = raw('true');

/** The predicates of which any shows a row to a principal. An admin sees everything; a column predicate without values shows nothing. */
export function visibilityOf(of: Resource, principal: Principal): VisibilityPredicate[] {
  if (principal.isAdmin) return [everything];
  const visibility: VisibilityPredicate[] = [];
  for (const predicate of of.visible(principal)) {
    if (!(predicate instanceof ColumnPredicate && predicate.wanted.length === 0)) visibility.push(predicate);
  }
  return visibility;
}

/** The predicates that all rows of the resource, or of its nested collection, meet. */
export function restrictionsOf(of: Resource, principal: Principal, parent: ParentFilter | undefined): Sql[] {
  const predicates = of.where ? [of.where] : [];
  return parent ? [...predicates, parentPredicate(of, principal, parent)] : predicates;
}

function parentPredicate(of: Resource, principal: Principal, { field, value }: ParentFilter): Sql {
  const resolved = resolveName(of, field) ?? resolveName(of, `${field}.gid`);
  if (!resolved) throw new Error(`${of.noun}: no field ${field}`);
  const { comparable, relation } = resolved;
  if (comparable.type === 'uuid' && !isGid(value)) return raw('false');
  const equals = sql`${comparable.sql} = ${value}`;
  return relation ? sql`exists (select 1 from ${relation.from} where ${relation.on(principal)} and ${equals})` : equals;
}

/** Part of a select list: SQL that is the same for everybody, or a field that depends on the principal. */
type Part = Sql | { value: (principal: Principal) => Sql; shownTo: Field['shownTo']; as: Sql };

/** Number of sets of fields that are kept per resource: those of its routes and webhooks, and the first of those that clients choose. */
const MOST_KEPT = 100;

/** By the fields of a resource and the chosen names. */
const selectLists = new WeakMap<object, Map<string, readonly Part[]>>();

/**
 * The select list of the named fields that the principal may see, by default all. Their order is the declared one: the same bytes have the
 * same entity tag. Only for statements that are `prepared`.
 */
export function projection(of: Resource, principal: Principal, names?: readonly string[]): Sql {
  const selected: Sql[] = [];
  for (const part of selectLists.get(of.fields)?.get(String(names)) ?? compile(of, names)) {
    if (part instanceof Sql) selected.push(part);
    else if (part.shownTo?.(principal) ?? true) selected.push(sql`${part.value(principal)}${part.as}`);
  }
  return join(selected);
}

function compile(of: Resource, names: readonly string[] | undefined): readonly Part[] {
  const parts: Part[] = [];
  for (const [name, field] of Object.entries(fieldsOf(of))) {
    if (names && !names.includes(name)) continue;
    const [part, before] = [partOf(name, field), parts.at(-1)];
    if (part instanceof Sql && before instanceof Sql) parts[parts.length - 1] = sql`${before},${part}`;
    else parts.push(part);
  }
  const ofResource = selectLists.get(of.fields) ?? new Map<string, readonly Part[]>();
  if (ofResource.size === MOST_KEPT) return parts;
  const short = parts.map((part) => (part instanceof Sql ? abbreviation(part) : part));
  selectLists.set(of.fields, ofResource.set(String(names), short));
  return short;
}

function partOf(name: string, { value, shownTo }: Field): Part {
  const as = raw(` as "${name}"`);
  const isConstant = shownTo === undefined && typeof value !== 'function' && value.values.length === 0;
  return isConstant ? sql`${value}${as}` : { value: typeof value === 'function' ? value : () => value, shownTo, as };
}
