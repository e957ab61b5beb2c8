import { defineEntity, p } from '@mikro-orm/postgresql';
import { type Column, literal, raw, sql, table } from '@partner-ordering/data';

const SharedStateSchema = defineEntity({
  name: 'SharedState',
  properties: {
    type: p.string().primary(),
    key: p.string().primary(),
    version: p.bigint('number'),
    state: p.json<object>().strictNullable(),
  },
});

/** The newest public states, the service's own and replicas of others'; libs/messaging keeps the table. */
export class SharedStateRow extends SharedStateSchema.class {}

SharedStateSchema.setClass(SharedStateRow);

/** `shared_state` under an alias; narrow it to one type with `where`. */
export const stateTable = (alias: string) => table(SharedStateRow, alias);

/** A text field of another aggregate's public state, by the aggregate's key. */
export const stateTextOf = <T extends string | null = string | null>(type: string, key: Column, field: string): Column<T> => ({
  sql: sql`(select state->>${raw(literal(field))} from shared_state where type = ${raw(literal(type))} and key = ${key.sql}::text)`,
  type: 'text',
  nullable: true,
});

/** A text field of a public state. */
export const stateText = (alias: string, field: string): Column<string> => ({
  sql: raw(`${alias}.state->>${literal(field)}`),
  type: 'text',
  nullable: true,
});
