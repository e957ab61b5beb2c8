import { PostgreSqlConnection, PostgreSqlDriver, type EntityData, type QueryResult } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

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
}

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
