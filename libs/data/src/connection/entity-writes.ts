import { isDeepStrictEqual } from 'node:util';
import {
  JsonType,
  PostgreSqlConnection,
  PostgreSqlDriver,
  wrap,
  type EntityData,
  type EntityDictionary,
  type EntityManager,
  type EntityName,
  type EntityProperty,
  type EventSubscriber,
  type FlushEventArgs,
  type MetadataStorage,
  type NativeInsertUpdateManyOptions,
  type QueryResult,
} from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { deferrable } from './client.ts';
import { sql, type Sql } from './sql.ts';

type Execute = Parameters<PostgreSqlConnection['execute']>;

/** Sends what MikroORM inserts and updates with parameters instead of literals. */
class EntityWriteConnection extends PostgreSqlConnection {
  override async execute<Result extends QueryResult | EntityData<object> | EntityData<object>[] = EntityData<object>[]>(
    ...[query, params, method, transaction, context]: Execute
  ): Promise<Result> {
    const statement = transaction && withParameters(query, params);
    if (!statement) return super.execute<Result>(query, params, method, transaction, context);
    return this.transformRawResult<Result>(await transaction.executeQuery(statement), method);
  }
}

/** MikroORM's driver. PostgreSQL parses and plans its writes once per connection: see `statementOf` in client.ts. */
export class EntityWriteDriver extends PostgreSqlDriver {
  protected override readonly connection = new EntityWriteConnection(this.config);

  /** Of an insert MikroORM reads the columns that PostgreSQL generates, and nothing of the others. */
  override nativeInsertMany<Row extends object>(
    name: EntityName<Row>,
    rows: EntityDictionary<Row>[],
    options?: NativeInsertUpdateManyOptions<Row>,
    transform?: (text: string) => string,
  ): Promise<QueryResult<Row>> {
    const insert = () => super.nativeInsertMany(name, rows, options, transform);
    return this.metadata.get(name).props.some(isGenerated) ? insert() : deferrable(insert);
  }
}

/** Whether PostgreSQL may choose the value of a column. */
const isGenerated = ({ returning, defaultRaw, autoincrement, generated }: EntityProperty): boolean =>
  returning === true || defaultRaw !== undefined || autoincrement === true || generated !== undefined;

/** Each number of rows is a text of its own, which becomes a prepared statement. */
const MAX_ROWS = 4;

/** An insert of few rows or an update of one, with scalars only; undefined for others. No fraction is rounded for an integer column. */
function withParameters(text: Execute[0], values: Execute[1]): CompiledQuery | undefined {
  if (typeof text !== 'string' || !/^(?:insert into|update) "/.test(text) || !Array.isArray(values)) return undefined;
  const isOfMany = text.split('), (').length > MAX_ROWS || text.includes(' = case when (');
  if (isOfMany || !values.every(isScalar)) return undefined;
  let count = 0;
  const numbered = text.replaceAll('?', () => `$${++count}`);
  return count === values.length ? CompiledQuery.raw(numbered, values.map(parameterOf)) : undefined;
}

const isScalar = (value: unknown): boolean =>
  value === null || value instanceof Date || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** pg would write a time in the process's zone. */
const parameterOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** An entity with the time of its last change; null while it is as it was created. */
interface Modifiable {
  createdAt?: Date;
  modifiedAt: Date | null;
}

const rowsMarkedModified = new WeakSet<object>();

/** Moves `modifiedAt` though no other column of the row changes: its resource shows something else that does. */
export function markModified(row: Modifiable, now: Date): void {
  row.modifiedAt = now;
  rowsMarkedModified.add(row);
}

/** Watches a row: answers whether a value of it but `modifiedAt` has changed since. */
export function watchChanges(row: Modifiable): () => boolean {
  const before = valuesOf(row);
  return () => !isDeepStrictEqual(valuesOf(row), before);
}

const valuesOf = (row: Modifiable): object => wrap(row).toObject(['modifiedAt']);

/**
 * A row of which only `modifiedAt` was set has not changed: it keeps its time, and nothing is written or published. So entities may set
 * `modifiedAt` whenever a change is asked for. It only grows: who polls by it would miss a change that an instance dates back.
 */
export class UnchangedRows implements EventSubscriber {
  /** The times of rows that a later flush of their transaction may find changed. */
  readonly #withheld = new WeakMap<object, Date>();

  beforeFlush({ em, uow }: FlushEventArgs): void {
    for (const row of uow.getIdentityMap() as Iterable<Modifiable>) {
      const before = uow.getOriginalEntityData(row) as Modifiable | undefined;
      const requestedTime = this.#withheld.get(row) ?? row.modifiedAt;
      if (!before || !requestedTime || requestedTime.getTime() === before.modifiedAt?.getTime()) continue;
      if (rowsMarkedModified.has(row) || otherColumnsDiffer(em as EntityManager, row, before))
        row.modifiedAt = later(before, requestedTime);
      else {
        this.#withheld.set(row, requestedTime);
        row.modifiedAt = before.modifiedAt;
      }
    }
  }
}

function later({ createdAt, modifiedAt }: Modifiable, time: Date): Date {
  const last = modifiedAt ?? createdAt;
  return last && last >= time ? new Date(last.getTime() + 1) : time;
}

/** `modified_at` of a row that an `update` changes: it only grows. */
export const modifiedAt = (now: Date): Sql => sql`greatest(${now}, coalesce(modified_at, created_at) + interval '1 millisecond')`;

/** Whether a column besides `modifiedAt` has another value than in the database. */
function otherColumnsDiffer(em: EntityManager, row: Modifiable, before: Modifiable): boolean {
  const comparator = em.getComparator();
  const differing = comparator.diffEntities(row.constructor as new () => Modifiable, before, comparator.prepareEntity(row));
  return Object.keys(differing).some((name) => name !== 'modifiedAt');
}

/** Compares JSON columns by their values: jsonb keeps another order of names than the code that makes them. */
export function compareJsonByValue(storage: MetadataStorage): void {
  const types = [...storage.getAll().values()].flatMap(({ props }) => props.map(({ customType }) => customType as unknown));
  for (const type of types) if (type instanceof JsonType) type.compareValues = isSameJson;
}

/** MikroORM remembers them as texts, and compares what it reads again as values. */
const isSameJson = (one: unknown, other: unknown): boolean => one === other || isDeepStrictEqual(valueOf(one), valueOf(other));

const valueOf = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : json);
