/** The references and the parts of a document. */
import type { Components, Document, Schema } from './document.ts';

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

/** Names of the schemas that a part of a document refers to, also by other components. */
export function schemasReachedBy(document: Document, part: unknown): Set<string> {
  const references = new Set<string>();
  const visit = (of: unknown): void => {
    for (const [reference, kind = '', name = ''] of JSON.stringify(of ?? null).matchAll(pattern)) {
      if (references.has(reference)) continue;
      references.add(reference);
      visit(document.components[kind]?.[name]);
    }
  };
  visit(part);
  return new Set([...references].flatMap((reference) => /\/schemas\/(.*)"/.exec(reference)?.[1] ?? []));
}

/** What may be anything, unless it is the name of a field. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default']);

/** Calls back for each object in a part of a document but those of examples, with its path. */
export function eachPart(part: unknown, visit: (part: Schema, path: readonly string[]) => void, path: readonly string[] = []): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) visit(part as Schema, path);
  for (const [key, inner] of Object.entries(part))
    if (!values.has(key) || path.at(-1) === 'properties' || path.at(-1) === 'responses') eachPart(inner, visit, [...path, key]);
}
