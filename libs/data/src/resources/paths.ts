import { join, literal, raw, type Sql } from '../connection/sql.ts';
import type { Field } from './fields.ts';
import type { Column } from './tables.ts';

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/**
 * A path that is more than its collection's with a gid, as text of values and as a field of columns, by its template:
 * `resourcePath('/v1/orgs/{organization}/webhooks/{gid}', { organization: w.organizationGid, gid: w.gid })`.
 */
export function resourcePath<const Template extends string>(template: Template, columns: Readonly<Record<NamesIn<Template>, Column>>) {
  const parts = template.match(/\{\w+\}|[^{]+/g) ?? [];
  const filled = <T>(text: (part: string) => T, named: (name: NamesIn<Template>) => T): T[] =>
    parts.map((part) => (part.startsWith('{') ? named(part.slice(1, -1) as NamesIn<Template>) : text(part)));
  const sqlParts = filled<Sql>(
    (text) => raw(literal(text)),
    (name) => columns[name].sql,
  );
  const field: Field<string> = { value: join(sqlParts, ' || ') };
  const of = (values: Readonly<Record<NamesIn<Template>, string>>): string =>
    filled(
      (text) => text,
      (name) => values[name],
    ).join('');
  return { of, field };
}
