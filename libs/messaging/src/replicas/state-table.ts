import { defineEntity, p } from '@mikro-orm/postgresql';
import { literal, raw, sql, table, type Column, type Field, type Nullable } from '@partner-ordering/data';

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

/** The text fields of a state. */
export type TextField<State> = { [Name in keyof State & string]: State[Name] extends string | null ? Name : never }[keyof State & string];

/** An aggregate as other resources refer to it. */
type Reference<State, Name extends keyof State> = { gid: string; href: string } & Pick<State, Name>;

/**
 * References to aggregates by their public state: `gid`, `href` and named text fields. Searchable as `owner` and `owner.gid`. A type or
 * field that is not followed does not compile. `stateReference<FollowedStates>()('user', '/v1/users', ['lastname'])(p.ownerGid)`
 */
export const stateReference =
  <States>() =>
  <Type extends keyof States & string, Name extends TextField<States[Type]>>(type: Type, path: string, names: readonly Name[]) => {
    const fields = names.map((name) => `s.state->>${literal(name)} as "${name}"`);
    return <C>(gid: Column<C>): Field<Nullable<Reference<States[Type], Name>, C>> => ({
      value: sql`case when ${gid.sql} is not null then (select row_to_json(r) from (select k.gid, ${raw(literal(`${path}/`))} || k.gid as href, ${raw(fields.join(', '))}
      from (values (${gid.sql}::text)) k(gid) left join shared_state s on s.type = ${raw(literal(type))} and s.key = k.gid) r) end`,
      comparable: gid,
      parts: { gid },
    });
  };
