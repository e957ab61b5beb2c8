import { principalOf, type PrincipalState } from '@partner-ordering/auth';
import { existing, fieldsOf, isVisible, type Resource } from '@partner-ordering/data';
import type { Cause, Missing, Visibility } from '@partner-ordering/neighbours';
import { readState } from '@partner-ordering/messaging';
import type { Runtime } from '../runtime/runtime.ts';

/**
 * Whether a user may see a resource of this service, by the resource's own predicate at this moment; whoever sees it also sees what belongs
 * to it. Nothing is cached. Before a refusal that rests on a replica of the user's memberships, identity is asked.
 */
export async function visibility(runtime: Runtime, { href, user }: { href: string; user: string }, cause: Cause): Promise<Visibility> {
  const places = resourcesNamedBy(runtime.resources, href);
  // In a nested collection the parent resource decides, but nobody sees what does not exist.
  const found = places.find(({ of }) => !of.path.includes('{'));
  if (!found) return { visible: false };
  const isThere = async () => places[0] === found || (await findMissing(runtime, [href])).missing.length === 0;
  const sees = async () => (await isVisibleTo(runtime, found, user)) && (await isThere());
  if (await sees()) return { visible: true };
  const state = { type: 'principal', key: user };
  if (!runtime.owners.knows(state.type)) return { visible: false };
  await runtime.owners.repair([state], cause, 1000);
  return { visible: await sees() };
}

/** Which resources were never committed or are deleted. What was meant to belong to them belongs to nothing. */
export async function findMissing({ database, resources }: Runtime, hrefs: readonly string[]): Promise<Missing> {
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
