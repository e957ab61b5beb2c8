import { defineEntity, p } from '@mikro-orm/postgresql';
import { raw } from './sql.ts';
import { table, type Column } from './tables.ts';

/** The replicas of other services' public states, for resources that show or guard by them; libs/messaging keeps the table. */
export const SharedStateSchema = defineEntity({
  name: 'SharedState',
  properties: { type: p.string().primary(), key: p.string().primary(), version: p.bigint('number'), state: p.json<object>().nullable() },
});

/** `shared_state` under an alias; narrow it to one type with `where`. */
export const stateTable = (alias: string) => table(SharedStateSchema, alias);

/** A text field of a public state. */
export const stateText = (alias: string, field: string): Column<string> => ({
  sql: raw(`${alias}.state->>'${field}'`),
  type: 'text',
  nullable: true,
});
