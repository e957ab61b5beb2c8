import { sql, type Queryable } from '@partner-ordering/data';
import { unavailable } from '@partner-ordering/kernel';
import type { CallableServices, ReadableFile } from '@partner-ordering/service-client';

/** The internal operations of a service whose rows may name files. */
export type HolderService = Pick<CallableServices<'files'>['ordering'], 'findReadable' | 'findHeld'>;

/** All services whose rows may name files, by name. Omitting one does not compile. */
export type HolderServices = {
  [Name in keyof CallableServices<'files'> as CallableServices<'files'>[Name] extends HolderService ? Name : never]: HolderService;
};

/** The combined answer of all services about a file, for one user. What a silent service holds is known by the events so far. */
export interface Readability extends Pick<ReadableFile, 'readable' | 'held'> {
  /** Why a service gave no answer that would matter. */
  silence?: unknown;
}

/** The combined answer of all services about a file, for everybody. */
export interface AttachmentStatus {
  held: boolean;
  /** The time of its last detachment; null if there was none. */
  endedAt: Date | null;
}

/** Finds the holders of files, by path. Events only decide which service is asked first. */
export interface HolderLookup {
  /** The answer for a user, or null for anybody. */
  readable(paths: readonly string[], user: string | null): Promise<Map<string, Readability>>;
  /** Rejects with `unavailable` if any service is silent. */
  held(paths: readonly string[]): Promise<Map<string, AttachmentStatus>>;
}

/** See `HolderLookup`. */
export function holderLookup(database: Queryable, { identity, ordering, billing }: HolderServices): HolderLookup {
  const services: HolderServices = { identity, ordering, billing };
  return {
    readable: async (paths, user) => findReadable(services, await knownHolders(database, paths), { paths, user }),
    held: async (paths) => {
      const answers = await Promise.all(Object.values(services).map((service) => service.findHeld({ paths: [...paths] })));
      const found = new Map<string, AttachmentStatus>();
      for (const { path, held, ended_at: ended } of answers.flatMap(({ files }) => files)) {
        const endedAt = ended === null ? null : new Date(ended);
        const before = found.get(path) ?? { held: false, endedAt: null };
        found.set(path, { held: held || before.held, endedAt: latest(before.endedAt, endedAt) });
      }
      const unanswered = paths.find((path) => !found.has(path));
      if (unanswered !== undefined) throw unavailable(new Error(`nobody answered for ${unanswered}`));
      return found;
    },
  };
}

/** The services that hold each file, according to the events so far. */
async function knownHolders(database: Queryable, paths: readonly string[]): Promise<Record<string, string[]>> {
  const rows = await database.query<{ service: string; paths: string[] }>(sql`
    select state->>'service' as service, array_agg(distinct split_part(key, '/', 1)) as paths from shared_state
    where type = 'attachment' and split_part(key, '/', 1) = any(${[...paths]}) and state is not null group by 1`);
  return Object.fromEntries(rows.map(({ service, paths: of }) => [service, of]));
}

/** Asks the known holders of each file, then the other services about files that are not readable yet. */
async function findReadable(
  services: HolderServices,
  known: Readonly<Record<string, readonly string[]>>,
  { paths, user }: { paths: readonly string[]; user: string | null },
): Promise<Map<string, Readability>> {
  const found = new Map<string, Readability>(paths.map((path) => [path, { readable: false, held: false }]));
  const failures = new Map<string, unknown>();
  const add = (path: string, { readable, held }: Readability): void => {
    const before = found.get(path)!;
    found.set(path, { readable: readable || before.readable, held: held || before.held });
  };
  const ask = async ([name, service]: [string, HolderService], asked: string[]): Promise<void> => {
    if (asked.length === 0) return;
    try {
      const { files } = await service.findReadable({ user, paths: asked });
      for (const { path, ...answer } of files) add(path, answer);
    } catch (error) {
      for (const path of asked) {
        failures.set(path, error);
        add(path, { readable: false, held: known[name]?.includes(path) === true });
      }
    }
  };
  const isOpen = (name: string, path: string): boolean => !known[name]?.includes(path) && !found.get(path)!.readable;
  const namedServices = Object.entries(services);
  await Promise.all(namedServices.map((named) => ask(named, [...(known[named[0]] ?? [])])));
  await Promise.all(
    namedServices.map((named) =>
      ask(
        named,
        paths.filter((path) => isOpen(named[0], path)),
      ),
    ),
  );
  for (const [path, cause] of failures) if (!found.get(path)!.readable) found.get(path)!.silence = unavailable(cause);
  return found;
}

const latest = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other > one) ? other : one);
