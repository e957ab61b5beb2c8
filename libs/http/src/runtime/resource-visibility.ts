import { isVisible, resolveName, visibleOrganization, type Queryable, type Resource, type ParentFilter } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import { addressPattern, type Operation, type Parent, readsOne } from '@partner-ordering/openapi';
import type { Runtime } from './runtime.ts';

/** The visibility of a path of the public document. */
export interface ResourceVisibility {
  /** Whether it is a resource of this service. */
  exists: boolean;
  /** Whether the principal may see it. */
  visible: boolean;
  /** Gid of its only organization; null for a resource that several may see. */
  organization: string | null;
}

const noResource: ResourceVisibility = { exists: false, visible: false, organization: null };

interface NamedResource {
  of: Resource;
  gid: string;
  /** `uri` is the part of the path that names the parent. */
  parent: { of: Resource; filter: ParentFilter; uri: string } | undefined;
  role: Operation['x-role'];
}

type Parts = Pick<Runtime, 'document' | 'resources'>;

/** A path of the document at which one resource is read. */
interface ReadPath {
  pattern: RegExp;
  /** Name of the resource. */
  of: string;
  get: Operation;
}

/** Throws an Error that names an operation whose resource, or the parent of it, the service lacks. */
export function checkReads({ document, resources }: Parts): void {
  for (const { get } of Object.values(document.paths)) {
    const { operationId, 'x-resource': view, 'x-reads': own, 'x-parent': parent } = get ?? {};
    const name = view ?? own;
    for (const each of [name, parent?.resource])
      if (each !== undefined && !Object.hasOwn(resources, each)) throw new Error(`${operationId}: the service has no resource ${each}`);
    const of = name === undefined ? undefined : resources[name];
    if (of && parent && !resolveName(of, parent.field) && !resolveName(of, `${parent.field}.gid`))
      throw new Error(`${operationId}: ${name} cannot be found by ${parent.field}`);
  }
}

const readPaths = new WeakMap<Parts['document'], ReadPath[]>();

/** The paths at which one resource is read, cached by document. */
function readPathsOf(document: Parts['document']): ReadPath[] {
  const cached = readPaths.get(document);
  if (cached) return cached;
  const found = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const of = get?.['x-resource'] ?? get?.['x-reads'];
    return get && of !== undefined && readsOne(document, get) ? [{ pattern: new RegExp(`^${addressPattern(path)}$`, 'd'), of, get }] : [];
  });
  readPaths.set(document, found);
  return found;
}

/** The resource at a path; undefined for a path without a read. */
function resourceAt({ document, resources }: Parts, uri: string): NamedResource | undefined {
  for (const { pattern, of: name, get } of readPathsOf(document)) {
    const found = pattern.exec(uri);
    const of = resources[name];
    if (found?.groups && of) {
      const gid = Object.values(found.groups).at(-1)!;
      return { of, gid, parent: parentOf(resources, get['x-parent'], found), role: get['x-role'] };
    }
  }
  return undefined;
}

function parentOf(
  resources: Parts['resources'],
  options: Parent | undefined,
  { input, groups, indices }: RegExpExecArray,
): NamedResource['parent'] {
  if (!options) return undefined;
  const { resource, parameter, field } = options;
  const uri = input.slice(0, indices!.groups![parameter]![1]);
  return { of: resources[resource]!, filter: { field, value: groups![parameter]! }, uri };
}

const everybody: Principal = { user: '', isAdmin: true, memberOf: [], manages: [] };

/** Whether a principal sees the resource at a path, by the rules of its read; without a principal, only whether it exists. */
export async function visibilityOf(
  parts: Parts,
  database: Queryable,
  uri: string,
  principal: Principal | undefined,
): Promise<ResourceVisibility> {
  const named = resourceAt(parts, uri);
  if (!named) return noResource;
  const { of, gid, parent, role } = named;
  // A nested parent has the rules of its own read.
  const parentVisibility =
    parent && resourceAt(parts, parent.uri)?.parent ? await visibilityOf(parts, database, parent.uri, principal) : undefined;
  if (parentVisibility?.exists === false) return noResource;
  const key = { gid, ...(parent ? { parent: parent.filter } : {}) };
  const seen = await visibleOrganization(database, of, { ...key, principal: everybody });
  if (!seen) return noResource;
  const seesIt = async (by: Principal): Promise<boolean> => {
    const value = parent?.filter.value ?? '';
    if (parentVisibility?.visible === false) return false;
    if (parent && !parentVisibility && !(await isVisible(database, parent.of, { gid: value, principal: by }))) return false;
    if (role !== undefined && !by.isAdmin && !(role === 'manager' && by.manages.includes(value))) return false;
    return (await visibleOrganization(database, of, { ...key, principal: by })) !== undefined;
  };
  return { exists: true, visible: principal !== undefined && (await seesIt(principal)), ...seen };
}
