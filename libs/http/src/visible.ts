import { principalOf, type PrincipalState } from '@partner-ordering/auth';
import { isVisible, type Resource } from '@partner-ordering/data';
import { readState } from '@partner-ordering/messaging';
import type { Runtime } from './runtime.ts';

/** Whether a user may see a resource of this service, by the resource's own predicate at this moment. */
export interface Visibility {
  visible: boolean;
}

/**
 * `GET /internal/visible?href=/v1/projects/<gid>&user=<gid>`: what belongs to a resource is seen by those who see the resource.
 * Nothing is remembered; a refusal that rests on a replica of the user's memberships is confirmed first.
 */
export async function visibility(runtime: Runtime, parameters: URLSearchParams): Promise<Visibility> {
  const [href, user] = [parameters.get('href') ?? '', parameters.get('user') ?? ''];
  const found = resourceOf(runtime.resources, href);
  if (!found) return { visible: false };
  if (await isVisibleTo(runtime, found, user)) return { visible: true };
  const state = { type: 'principal', key: user };
  if (!runtime.owners.knows(state.type)) return { visible: false };
  await runtime.owners.confirm([state], 1000);
  return { visible: await isVisibleTo(runtime, found, user) };
}

interface Place {
  of: Resource;
  gid: string;
}

/** The resource with the longest path that the address begins with; what stands behind its key belongs to it. */
function resourceOf(resources: Readonly<Record<string, Resource>>, href: string): Place | undefined {
  const under = Object.values(resources).filter(({ path }) => href.startsWith(`${path}/`));
  const [of] = under.toSorted((one, other) => other.path.length - one.path.length);
  return of && { of, gid: href.slice(of.path.length + 1).split('/', 1)[0]! };
}

async function isVisibleTo({ database }: Runtime, { of, gid }: Place, user: string): Promise<boolean> {
  const state = (await readState(database, 'principal', user))?.state as PrincipalState | null | undefined;
  if (!state?.is_enabled) return false;
  const claims = { user, client: '', grant: 'password', scopes: new Set<string>(), session: '', expiresAtMs: 0 } as const;
  return isVisible(database, of, { gid, viewer: principalOf(claims, state) });
}
