import type { ResourceVisibility } from '@partner-ordering/http';
import type { Tools } from '../../context.ts';
import { isOwn, seenElsewhere } from '../../domain/conversation/seen-elsewhere.ts';

/** The canonical uris that the caller sees now. Throws `unavailable` if a service that may have one is silent. */
export async function visibleUris(tools: Tools, uris: readonly string[]): Promise<Map<string, ResourceVisibility>> {
  const { asked, visibilityOf, principal } = tools;
  const elsewhere = uris.filter((uri) => !isOwn(uri));
  const found = new Map(
    elsewhere.length > 0 ? asked(`who sees ${elsewhere.join(' ')}`, (services) => seenElsewhere(services, principal.user, elsewhere)) : [],
  );
  for (const uri of uris.filter(isOwn)) found.set(uri, await visibilityOf(uri));
  return new Map([...found].filter(([, { visible }]) => visible));
}
