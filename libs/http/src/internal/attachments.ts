import { principalNow } from '@partner-ordering/auth';
import { sql, withReadableFiles, type Resource } from '@partner-ordering/data';
import type { Cause, HeldFiles, ReadableFiles } from '@partner-ordering/service-client';
import { ATTACHMENT } from '@partner-ordering/writes';
import type { Runtime } from '../runtime/runtime.ts';
import { OWNER_ANSWER_AGE_MS } from '../service-calls/service-answers.ts';

/** The resource that decides about an attachment. */
interface Holder {
  path: string;
  of: Resource;
  key: string;
}

type Parts = Pick<Runtime, 'name' | 'database' | 'resources' | 'owners'>;

/**
 * Finds the files that the user may read, since they see its resource or everybody does. Nothing is cached: a service's own states commit
 * with their rows. Identity is asked before a refusal that rests on a replica of memberships.
 */
export async function findReadable(
  parts: Parts,
  { paths, user }: { paths: readonly string[]; user: string | null },
  cause: Cause,
): Promise<ReadableFiles> {
  const { name, database, resources, owners } = parts;
  const rows = await database.query<{ path: string; holder: string }>(sql`
    select split_part(key, '/', 1) as path, state->>'holder' as holder from shared_state
    where type = ${ATTACHMENT} and split_part(key, '/', 1) = any(${[...paths]}) and split_part(key, '/', 2) = ${name} and state is not null`);
  const holders = rows.flatMap(({ path, holder }) => holderOf(resources, path, holder) ?? []);
  const held = new Set(rows.map(({ path }) => path));
  let readable = await visiblePaths(parts, holders, user);
  if (user !== null && readable.size < held.size && owners.knows('principal')) {
    await owners.repair([{ type: 'principal', key: user }], cause, OWNER_ANSWER_AGE_MS);
    readable = await visiblePaths(parts, holders, user);
  }
  return { files: paths.map((path) => ({ path, readable: readable.has(path), held: held.has(path) })) };
}

/**
 * The resource that decides: the outermost one in the holder's path, since its readers see its parts. A resource under one of another
 * service, such as `/v1/orgs/{orgGid}/credit_notes/{gid}`, decides itself.
 */
function holderOf(resources: Parts['resources'], path: string, holder: string): Holder | undefined {
  const of = Object.values(resources).find((one) => !one.path.includes('{') && holder.startsWith(`${one.path}/`));
  if (of) return { path, of, key: holder.slice(of.path.length + 1).split('/')[0]! };
  for (const nested of Object.values(resources)) {
    const [, key] = new RegExp(`^${nested.path.replaceAll(/\{\w+\}/g, '[^/]+')}/([^/]+)`).exec(holder) ?? [];
    if (key !== undefined) return { path, of: nested, key };
  }
  return undefined;
}

/** Paths of the files at places that the user, or everybody, sees. */
async function visiblePaths({ database }: Pick<Parts, 'database'>, holders: readonly Holder[], user: string | null): Promise<Set<string>> {
  if (holders.length === 0) return new Set();
  const principal = user === null ? undefined : await principalNow(database, user);
  const paths = new Set<string>();
  for (const [of, group] of Map.groupBy(holders, (holder) => holder.of)) {
    const keys = await withReadableFiles(database, of, { keys: group.map(({ key }) => key), principal });
    for (const { path, key } of group) if (keys.has(key)) paths.add(path);
  }
  return paths;
}

/** Which files are attached here, and when others were last detached. */
export async function findHeld({ name, database }: Parts, { paths }: { paths: readonly string[] }): Promise<HeldFiles> {
  const rows = await database.query<{ path: string; held: boolean; ended: string | null }>(sql`
    select split_part(key, '/', 1) as path, bool_or(state is not null) as held, max(changed_at) filter (where state is null)::text as ended
    from shared_state
    where type = ${ATTACHMENT} and split_part(key, '/', 1) = any(${[...paths]}) and split_part(key, '/', 2) = ${name} group by 1`);
  const rowsByPath = new Map(rows.map((row) => [row.path, row]));
  return {
    files: paths.map((path) => {
      const { held = false, ended = null } = rowsByPath.get(path) ?? {};
      return { path, held, ended_at: ended === null ? null : new Date(ended).toISOString() };
    }),
  };
}
