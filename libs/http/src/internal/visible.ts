import { principalOf, type PrincipalState } from '@partner-ordering/auth';
import { existing, fieldsOf, isVisible, type Resource } from '@partner-ordering/data';
import { invalid } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { Runtime } from '../runtime/runtime.ts';

/** Whether a user may see a resource of this service, by the resource's own predicate at this moment. */
export interface Visibility {
  visible: boolean;
}

/**
 * `GET /internal/visible?href=/v1/projects/<gid>&user=<gid>`: whoever sees a resource also sees what belongs to it.
 * Nothing is cached. Before a refusal that rests on a replica of the user's memberships, identity is asked.
 */
export async function visibility(runtime: Runtime, parameters: URLSearchParams): Promise<Visibility> {
  const [href, user] = [parameters.get('href') ?? '', parameters.get('user') ?? ''];
  const places = resourcesNamedBy(runtime.resources, href);
  // In a nested collection the parent resource decides, but nobody sees what does not exist.
  const found = places.find(({ of }) => !of.path.includes('{'));
  if (!found) return { visible: false };
  const isThere = async () => places[0] === found || (await missing(runtime, { hrefs: [href] })).missing.length === 0;
  const sees = async () => (await isVisibleTo(runtime, found, user)) && (await isThere());
  if (await sees()) return { visible: true };
  const state = { type: 'principal', key: user };
  if (!runtime.owners.knows(state.type)) return { visible: false };
  await runtime.owners.repair([state], 1000);
  return { visible: await sees() };
}

/** The named resources that do not exist. Kinds of resources that this service does not have are never among them. */
export interface Missing {
  missing: string[];
}

const MAX_HREFS = 1000;

/**
 * `POST /internal/missing {hrefs}`: asks which resources were never committed or are deleted. What was meant to belong to them belongs to nothing.
 * Messages, files and the like are resources of their own here (`/v1/projects/<gid>/messages/<gid>`).
 */
export async function missing({ database, resources }: Runtime, body: unknown): Promise<Missing> {
  const { hrefs } = (body ?? {}) as { hrefs?: unknown };
  if (!Array.isArray(hrefs) || hrefs.length > MAX_HREFS || !hrefs.every((href) => typeof href === 'string'))
    throw invalid({ path: 'hrefs', message: `must be at most ${MAX_HREFS} paths of resources` });
  const named = hrefs.map((href) => ({ given: href, place: resourcesNamedBy(resources, href).find(({ of }) => 'href' in fieldsOf(of)) }));
  const present = new Set<string>();
  for (const [of, group] of Map.groupBy(named, ({ place }) => place?.of))
    if (of) (await existing(database, of, [...new Set(group.map(({ place }) => place!.key))])).forEach((href) => present.add(href));
  return { missing: named.flatMap(({ given, place }) => (place && !present.has(place.href) ? [given] : [])) };
}

interface NamedResource {
  of: Resource;
  key: string;
  /** Path of the resource, up to and including its key. */
  href: string;
}

/** The resources whose paths the address starts with, the deepest first. Whatever follows a key belongs to that resource. */
function resourcesNamedBy(resources: Readonly<Record<string, Resource>>, href: string): NamedResource[] {
  const segments = href.split('/');
  const places = Object.values(resources).flatMap((of) => {
    const path = of.path.split('/');
    const isUnder = path.length < segments.length && path.every((part, index) => part.startsWith('{') || part === segments[index]);
    return isUnder ? [{ of, key: segments[path.length]!, href: segments.slice(0, path.length + 1).join('/') }] : [];
  });
  return places.toSorted((one, other) => other.href.length - one.href.length);
}

async function isVisibleTo({ database }: Runtime, { of, key }: NamedResource, user: string): Promise<boolean> {
  const state = (await readState(database, 'principal', user))?.state as PrincipalState | null | undefined;
  if (!state?.is_enabled) return false;
  return isVisible(database, of, { gid: key, principal: principalOf(user, state) });
}
