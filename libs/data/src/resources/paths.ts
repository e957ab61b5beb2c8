import { join, raw, type Sql } from '../connection/sql.ts';
import { literal, type Field } from './fields.ts';
import type { Column } from './tables.ts';

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Where a resource is whose path is more than its collection's with its gid. */
export interface ResourcePath<Name extends string> {
  /** The path with these values. */
  of(values: Readonly<Record<Name, string>>): string;
  /** The same as a field, with the values of the columns. */
  readonly field: Field<string>;
}

/** A path by its template: `resourcePath('/v1/orgs/{organization}/webhooks/{gid}', { organization: w.organizationGid, gid: w.gid })`. */
export function resourcePath<const Template extends string>(
  template: Template,
  columns: Readonly<Record<NamesIn<Template>, Column>>,
): ResourcePath<NamesIn<Template>> {
  const parts = template.match(/\{\w+\}|[^{]+/g) ?? [];
  const nameIn = (part: string): NamesIn<Template> | undefined =>
    part.startsWith('{') ? (part.slice(1, -1) as NamesIn<Template>) : undefined;
  const sqlOf = (part: string): Sql => {
    const name = nameIn(part);
    return name === undefined ? raw(literal(part)) : columns[name].sql;
  };
  const textOf = (part: string, values: Readonly<Record<NamesIn<Template>, string>>): string => {
    const name = nameIn(part);
    return name === undefined ? part : values[name];
  };
  return {
    of: (values) => parts.map((part) => textOf(part, values)).join(''),
    field: { value: join(parts.map(sqlOf), ' || ') },
  };
}
