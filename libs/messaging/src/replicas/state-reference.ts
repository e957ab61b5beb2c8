import { literal, raw, sql, type Column, type Field, type Nullable } from '@partner-ordering/data';

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
