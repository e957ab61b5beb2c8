import type { Field, Viewer } from './fields.ts';
import type { Sql } from './sql.ts';
import { sourceOf, type Column, type Table, type TableSource } from './tables.ts';

/**
 * One way in which a caller may see rows: a predicate, or a column with the values it may have. The latter lets
 * a list walk one index range per value. A caller without lenses sees nothing.
 */
export type Lens = Sql | ColumnLens;

export interface ColumnLens {
  readonly column: Column;
  readonly values: readonly string[];
}

/** Rows whose `column` is one of `values`; no values, no rows. */
export const anyOf = (column: Column, values: readonly string[]): ColumnLens => ({ column, values });

/** How a resource is seen: written once, it serves its single read, its lists and counts, and guards the loads of writes. */
export interface ResourceDeclaration<Model> {
  /** The word in messages: `Could not find this <noun>`. */
  noun: string;
  table: Table;
  /** Every field of the document's model; which of them a list shows, the document says. */
  fields: { [K in keyof Model]-?: Field<Exclude<Model[K], undefined>> };
  /** Names that clients may search or order by besides the fields: `due_date` for `deadline_at`. */
  aliases?: Readonly<Record<string, Column>>;
  /** To-many relations that clients may search through but are not shown: `products.gid`. */
  relations?: Readonly<Record<string, Required<Pick<Field, 'relation' | 'parts'>>>>;
  /** What identifies a row within its path; default `gid`. */
  key?: string;
  /** Admins see every row and are not asked about. */
  visible: (viewer: Viewer) => Lens[];
  /** Rows that exist for nobody, for instance deleted ones. */
  where?: Sql;
  /** Full-searchable: its table has the columns of `searchColumns`. */
  isSearchable?: boolean;
}

/** A compiled declaration. `Model` is the document's full representation. */
export interface Resource<Model = unknown> extends ResourceDeclaration<Model> {
  readonly source: TableSource;
}

// Field<T> is invariant in nothing at run time; lookups by name need the loose view.
type AnyFields = Readonly<Record<string, Field>>;

/** Declares how `Model` is seen: `resource<Project>()({...})`. A missing or mistyped field does not compile. */
export const resource =
  <Model>() =>
  (declaration: ResourceDeclaration<Model>): Resource<Model> => ({ ...declaration, source: sourceOf(declaration.table) });

/** The fields of a resource by name. */
export const fieldsOf = (of: Resource<never> | Resource): AnyFields => of.fields as unknown as AnyFields;

/** What a searchable or orderable name stands for: a column, reached over a to-many relation or not. */
export interface ResolvedName {
  readonly comparable: Column;
  readonly relation?: Field['relation'];
}

/** Resolves `status`, `due_date`, `owner.gid`, `organizations.gid`; undefined when the resource has no such name. */
export function resolveName(of: Resource, name: string): ResolvedName | undefined {
  const alias = of.aliases?.[name];
  if (alias) return { comparable: alias };
  const [head = '', ...rest] = name.split('.');
  const field = searchedField(of, head);
  if (!field) return undefined;
  const comparable = rest.length === 0 ? field.comparable : field.parts?.[rest.join('.')];
  return comparable && { comparable, relation: field.relation };
}

/** The to-many relation that a dotted prefix (`member_of`, `member_of.organization`) leads over, if it does. */
export const relationOf = (of: Resource, prefix: string): Field['relation'] => searchedField(of, prefix.split('.', 1)[0]!)?.relation;

/** Every name that a query could use, whether the document offers it or not. */
export function searchableNames(of: Resource): string[] {
  const fields = Object.entries({ ...of.relations, ...fieldsOf(of) } as Readonly<Record<string, SearchedField>>);
  const ofFields = fields.flatMap(([name, { comparable, parts = {} }]) => [
    ...(comparable ? [name] : []),
    ...Object.keys(parts).map((part) => `${name}.${part}`),
  ]);
  return [...ofFields, ...Object.keys(of.aliases ?? {})];
}

type SearchedField = Pick<Field, 'comparable' | 'parts' | 'relation'>;

const searchedField = (of: Resource, name: string): SearchedField | undefined => fieldsOf(of)[name] ?? of.relations?.[name];
