import { defineEntity, p } from '@mikro-orm/postgresql';
import { type Column, literal, raw, sql, table } from '@partner-ordering/data';
import type { TextField } from './state-reference.ts';

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

/** Text fields of public states, as columns; a type or field that is not followed does not compile. */
export const stateColumns = <States>() => ({
  /** A text field of the state of another aggregate, by that one's key. */
  textByKey: <Type extends keyof States & string, Name extends TextField<States[Type]>>(
    type: Type,
    key: Column,
    field: Name,
  ): Column<States[Type][Name]> => ({
    sql: sql`(select state->>${raw(literal(field))} from shared_state where type = ${raw(literal(type))} and key = ${key.sql}::text)`,
    type: 'text',
    nullable: true,
  }),
  /** A text field of a state of this type, in `stateTable` under this alias. */
  text: <Type extends keyof States & string>(_type: Type, alias: string, field: TextField<States[Type]>): Column<string> => ({
    sql: raw(`${alias}.state->>${literal(field)}`),
    type: 'text',
    nullable: true,
  }),
});
