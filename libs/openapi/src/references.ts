import type { Components, Document, Schema } from './document.ts';

/** Follows `$ref` within the document until something without one is reached. Throws for a missing component. */
export function resolve<T extends { $ref?: string }>(document: Document, value: T): T {
  let found = value;
  while (typeof found.$ref === 'string') found = componentAt(document, found.$ref) as T;
  return found;
}

function componentAt(document: Document, reference: string): unknown {
  const [, , kind = '', name = ''] = reference.split('/');
  const found = document.components[kind]?.[decodeURIComponent(name.replaceAll('~1', '/').replaceAll('~0', '~'))];
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

/** Last part of a reference: the component's name. */
export const referenceName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const pattern = /"#\/components\/(\w+)\/([\w.-]+)"/g;

/** A copy of a part of a document, in which the components that it refers to are called otherwise. */
export function renamedIn<Part>(part: Part, rename: (kind: string, name: string) => string): Part {
  const text = JSON.stringify(part).replaceAll(pattern, (_, kind: string, name: string) => `"#/components/${kind}/${rename(kind, name)}"`);
  return JSON.parse(text) as Part;
}

/** A copy of a document whose components are called otherwise, also where it refers to them. */
export function renamed(document: Document, rename: (kind: string, name: string) => string): Document {
  const copy = renamedIn(document, rename);
  const groups = Object.entries(copy.components).map(([kind, group]) => {
    return [kind, Object.fromEntries(Object.entries(group as object).map(([name, component]) => [rename(kind, name), component]))];
  });
  return { ...copy, components: Object.fromEntries(groups) as Components };
}

/** The components that a part of a document refers to, also by each other. Throws for a missing one. */
export function componentsReachedBy(document: Document, part: unknown): Components {
  const components: Components = {};
  const visit = (of: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(of ?? null).matchAll(pattern)) {
      const group = (components[kind] ??= {});
      if (name in group) continue;
      group[name] = componentAt(document, `#/components/${kind}/${name}`);
      visit(group[name]);
    }
  };
  visit(part);
  return components;
}

/** Names of the schemas among them. */
export const schemasReachedBy = (document: Document, part: unknown): Set<string> =>
  new Set(Object.keys(componentsReachedBy(document, part).schemas ?? {}));

/** An object somewhere in a document, as it is written: a schema, a parameter, a response. */
export type Part = Schema & Record<string, unknown>;

/** Names whose values may be anything, unless they are names of fields. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** Calls back for each object in a part of a document but those of examples, with its path. */
export function eachPart(part: unknown, visit: (part: Part, path: readonly string[]) => void, path: readonly string[] = []): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) visit(part as Part, path);
  for (const [key, inner] of Object.entries(part))
    if (!values.has(key) || path.at(-1) === 'properties' || path.at(-1) === 'responses') eachPart(inner, visit, [...path, key]);
}
