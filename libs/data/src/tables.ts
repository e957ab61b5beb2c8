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
  type EntitySchema,
  type InferEntity,
} from '@mikro-orm/postgresql';
import { raw, type Sql } from './sql.ts';

/** How a column compares in a query: which operators it takes and how a literal must look. */
export type ColumnType = 'uuid' | 'text' | 'time' | 'number' | 'boolean' | 'json';

/** A column under its table's alias; `T` is what its entity property holds. */
export interface Column<T = unknown> {
  readonly sql: Sql;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly '~value'?: T;
}

const source = Symbol('table');

/** The columns of an entity under an alias, by property name. */
export type Table<E = object> = { readonly [K in keyof E & string]-?: Column<E[K]> } & { readonly [source]: TableSource };

/** What reads and locks need to know of a table besides its columns. */
export interface TableSource {
  readonly name: string;
  readonly alias: string;
  readonly schema: EntitySchema;
}

/** Name, alias and entity of a table. */
export const sourceOf = (table: Table): TableSource => table[source];

const naming = new UnderscoreNamingStrategy();

/** The columns of `schema` as `alias."column"`; table and column names follow the entity's in snake case. */
export function table<S extends EntitySchema>(schema: S, alias: string): Table<InferEntity<S>> {
  const { className, tableName, properties } = schema.meta;
  const columns = Object.entries(properties).map(([property, { type, nullable }]) => {
    const column = naming.propertyToColumnName(property);
    return [property, { sql: raw(`${alias}."${column}"`), type: columnType(type), nullable: nullable === true }];
  });
  return Object.assign(Object.fromEntries(columns) as object, {
    [source]: { name: tableName ?? naming.classToTableName(className), alias, schema },
  }) as Table<InferEntity<S>>;
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
