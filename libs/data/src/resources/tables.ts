import {
  BigIntType,
  BooleanType,
  CharacterType,
  DateTimeType,
  DecimalType,
  DoubleType,
  FloatType,
  IntegerType,
  SmallIntType,
  StringType,
  TextType,
  UnderscoreNamingStrategy,
  UuidType,
  EntitySchema,
} from '@mikro-orm/postgresql';
import type { Principal } from '@partner-ordering/kernel';
import { raw, type Sql } from '../connection/sql.ts';

/** The way a column compares in a query: its operators and the form of its literals. */
export type ColumnType = 'uuid' | 'text' | 'time' | 'number' | 'boolean' | 'json';

/** A column under its table's alias; `T` is what its entity property holds. */
export interface Column<T = unknown> {
  readonly sql: Sql;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** It is a column of the resource's own table, and no expression. */
  readonly isStored?: boolean;
  /** It changes with rows of another table. */
  readonly isOfOthers?: boolean;
  /** The only values, null apart: a query with another is refused. Undefined: any of the type. */
  readonly values?: readonly unknown[] | undefined;
  /** Values of queries that mean other rows for each caller, such as `me`. */
  readonly meanings?: (principal: Principal) => Readonly<Record<string, Sql>>;
  /** The `meanings` for the caller of a query. */
  readonly meant?: Readonly<Record<string, Sql>> | undefined;
  readonly '~value'?: T;
}

const source = Symbol('table');

/** An entity's class, as `defineEntity` and `setClass` make it. */
export type EntityOf<E> = new () => E;

/** The columns of an entity under an alias, by property name. */
export type Table<E = object> = { readonly [K in keyof E & string]-?: Column<E[K]> } & { readonly [source]: TableSource<E> };

/** The facts about a table that reads and locks need besides its columns. */
export interface TableSource<E = unknown> {
  /** The table's name. */
  readonly name: string;
  /** `"project" p`: what stands behind `from`. */
  readonly from: Sql;
  readonly alias: string;
  readonly entity: EntityOf<E>;
}

/** FROM item, alias and entity of a table. */
export const sourceOf = <E>(table: Table<E>): TableSource<E> => table[source];

const naming = new UnderscoreNamingStrategy();

/** The columns of an entity as `alias."column"`; table and column names follow the entity's in snake case. */
export function table<E extends object>(entity: EntityOf<E>, alias: string): Table<E> {
  const schema = EntitySchema.REGISTRY.get(entity as never);
  if (!schema) throw new Error(`${entity.name} is no entity: setClass was not called`);
  const { className, tableName, properties } = schema.meta;
  const name = tableName ?? naming.classToTableName(className);
  const columns = Object.entries(properties).map(([property, { type, nullable }]) => {
    const column = naming.propertyToColumnName(property);
    return [property, { sql: raw(`${alias}."${column}"`), type: columnType(type), nullable: nullable === true, isStored: true }];
  });
  return Object.assign(Object.fromEntries(columns) as object, {
    [source]: { name, from: raw(`"${name}" ${alias}`), alias, entity },
  }) as unknown as Table<E>;
}

const typesOfClasses = new Map<unknown, ColumnType>([
  [UuidType, 'uuid'],
  [StringType, 'text'],
  [TextType, 'text'],
  [CharacterType, 'text'],
  [DateTimeType, 'time'],
  [SmallIntType, 'number'],
  [IntegerType, 'number'],
  [BigIntType, 'number'],
  [DecimalType, 'number'],
  [FloatType, 'number'],
  [DoubleType, 'number'],
  [BooleanType, 'boolean'],
]);

/** MikroORM keeps a type as class, as instance or, for enums, as a word, depending on how the property was written. */
function columnType(type: unknown): ColumnType {
  if (type === undefined || type === 'enum') return 'text';
  return typesOfClasses.get(type) ?? typesOfClasses.get((type as object).constructor) ?? 'json';
}
