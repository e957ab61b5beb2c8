import { principalNow } from '@partner-ordering/auth';
import type { Cause, VisibleResources } from '@partner-ordering/service-client';
import type { Runtime } from '../runtime/runtime.ts';
import { visibilityOf } from '../runtime/resource-visibility.ts';

/** Resources looked up at once, each by several statements. Other requests need connections, too. */
const AT_ONCE = 5;

/** Which resources the user may see, uncached. Identity is asked before a refusal that rests on a replica of memberships. */
export async function findVisible(
  runtime: Pick<Runtime, 'database' | 'document' | 'resources' | 'owners'>,
  { user, uris }: { user: string; uris: readonly string[] },
  cause: Cause,
): Promise<VisibleResources> {
  const { database, owners } = runtime;
  const look = async () => {
    const principal = await principalNow(database, user);
    const seen: VisibleResources['resources'] = [];
    for (let from = 0; from < uris.length; from += AT_ONCE) {
      const some = uris.slice(from, from + AT_ONCE);
      seen.push(...(await Promise.all(some.map(async (uri) => ({ uri, ...(await visibilityOf(runtime, database, uri, principal)) })))));
    }
    return seen;
  };
  const found = await look();
  if (!owners.knows('principal') || found.every(({ exists, visible }) => visible || !exists)) return { resources: found };
  await owners.repair([{ type: 'principal', key: user }], cause, 1000);
  return { resources: await look() };
}
