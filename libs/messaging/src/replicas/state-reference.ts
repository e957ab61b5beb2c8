import { literal, raw, sql, type Column, type Field, type Nullable } from '@partner-ordering/data';

/** The fields of a reference besides `gid` and `href`. */
type Shown<T> = Exclude<keyof NonNullable<T> & string, 'gid' | 'href'>;

/**
 * References to aggregates of one type by their public state: `gid`, `href` and the named text fields of the state.
 * `stateReference<UserReference>('user', '/v1/users', { firstname: true, lastname: true })(p.ownerGid)`; a field that the
 * model has and `show` lacks does not compile. Searchable as `owner` and `owner.gid`.
 */
export function stateReference<T>(type: string, path: string, show: Record<Shown<T>, true>) {
  const fields = Object.keys(show).map((name) => `s.state->>${literal(name)} as "${name}"`);
  return <C>(gid: Column<C>): Field<Nullable<T, C>> => ({
    value: sql`case when ${gid.sql} is not null then (select row_to_json(r) from (select k.gid, ${raw(literal(`${path}/`))} || k.gid as href, ${raw(fields.join(', '))}
      from (values (${gid.sql}::text)) k(gid) left join shared_state s on s.type = ${raw(literal(type))} and s.key = k.gid) r) end`,
    comparable: gid,
    parts: { gid },
  });
}
