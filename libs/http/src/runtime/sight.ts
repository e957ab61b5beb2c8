import { isVisible, seenOrganization, type Queryable, type Resource, type Within } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import { readsOne, type ApiOperation } from './document.ts';
import type { WithinOptions } from './route.ts';
import type { Runtime } from './runtime.ts';

/** What a service says of a path of its public document. */
export interface Sight {
  /** Whether it is a resource of this service. */
  exists: boolean;
  /** Whether the principal may see it. */
  visible: boolean;
  /** Gid of the one organization that it belongs to; null for what several may see. */
  organization: string | null;
}

const nothing: Sight = { exists: false, visible: false, organization: null };

/** A resource that a path names. */
interface Named {
  of: Resource;
  gid: string;
  parent: { of: Resource; within: Within } | undefined;
  role: ApiOperation['x-role'];
}

type Parts = Pick<Runtime, 'document' | 'resources'>;

/** A path of the document at which one resource is read. */
interface ReadPath {
  pattern: RegExp;
  get: ApiOperation;
}

const readPaths = new WeakMap<Parts['document'], ReadPath[]>();

/** The paths of plain reads of one resource. A document has the same ones at each question. */
function readPathsOf(document: Parts['document']): ReadPath[] {
  const known = readPaths.get(document);
  if (known) return known;
  const found = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get?.['x-resource'] !== undefined && readsOne(document, get)
      ? [{ pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}$`), get }]
      : [],
  );
  readPaths.set(document, found);
  return found;
}

/** The resource that is read at a path; undefined where the document has no plain read of one. */
function named({ document, resources }: Parts, uri: string): Named | undefined {
  for (const { pattern, get } of readPathsOf(document)) {
    const { groups } = pattern.exec(uri) ?? {};
    const of = resources[get['x-resource']!];
    if (groups && of)
      return { of, gid: Object.values(groups).at(-1)!, parent: parentOf(resources, get['x-within'], groups), role: get['x-role'] };
  }
  return undefined;
}

const parentOf = (resources: Parts['resources'], options: WithinOptions | undefined, groups: Record<string, string>): Named['parent'] =>
  options && { of: resources[options.resource]!, within: { field: options.field, value: groups[options.parameter]! } };

const everybody: Principal = { user: '', isAdmin: true, memberOf: [], manages: [] };

/** Whether a principal sees what a path names, by the rules of its read; without one, only whether it is there. */
export async function sightOf(parts: Parts, database: Queryable, uri: string, principal: Principal | undefined): Promise<Sight> {
  const place = named(parts, uri);
  if (!place) return nothing;
  const { of, gid, parent, role } = place;
  const at = { gid, ...(parent ? { within: parent.within } : {}) };
  const there = await seenOrganization(database, of, { ...at, principal: everybody });
  if (!there) return nothing;
  const seesIt = async (by: Principal): Promise<boolean> => {
    const value = parent?.within.value ?? '';
    if (parent && !(await isVisible(database, parent.of, { gid: value, principal: by }))) return false;
    if (role !== undefined && !by.isAdmin && !(role === 'manager' && by.manages.includes(value))) return false;
    return (await seenOrganization(database, of, { ...at, principal: by })) !== undefined;
  };
  return { exists: true, visible: principal !== undefined && (await seesIt(principal)), ...there };
}
