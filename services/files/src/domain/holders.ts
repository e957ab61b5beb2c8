import { sql, type Queryable } from '@partner-ordering/data';
import { unavailable } from '@partner-ordering/kernel';
import type { CallableServices, ReadableFile } from '@partner-ordering/service-client';

/** What a service whose rows may name files answers about them. */
export type HoldingService = Pick<CallableServices<'files'>['ordering'], 'findReadable' | 'findHeld'>;

/** All services whose rows may name files, by name: those that answer files about them. If one is not asked, this does not compile. */
export type HoldingServices = {
  [Name in keyof CallableServices<'files'> as CallableServices<'files'>[Name] extends HoldingService ? Name : never]: HoldingService;
};

/** What all services together say about a file, for one user. */
export type Readability = Pick<ReadableFile, 'readable' | 'held'>;

/** What all services together say about a file, for everybody. */
export interface Holding {
  held: boolean;
  /** When it was last detached from something; null when it never was. */
  endedAt: Date | null;
}

/** Asks what files are attached to, by path. What events told only decides who is asked first. */
export interface Holders {
  /**
   * By path, for a user, or for somebody who is not signed in. Rejects with `unavailable` when a service is silent whose answer matters.
   */
  readable(paths: readonly string[], user: string | null): Promise<Map<string, Readability>>;
  /** By path. Rejects with `unavailable` when any service is silent. */
  held(paths: readonly string[]): Promise<Map<string, Holding>>;
}

/** See `Holders`. */
export function holders(database: Queryable, { identity, ordering, billing }: HoldingServices): Holders {
  const services: HoldingServices = { identity, ordering, billing };
  return {
    readable: async (paths, user) => {
      const inquiry = new Inquiry(services, paths, user);
      await inquiry.ask(await knownHolders(database, paths));
      await inquiry.ask(Object.fromEntries(Object.keys(services).map((service) => [service, paths])));
      return inquiry.outcome();
    },
    held: async (paths) => {
      const answers = await Promise.all(Object.values(services).map((service) => service.findHeld({ paths: [...paths] })));
      const found = new Map<string, Holding>();
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

/** The services that hold each file as far as events have told. */
async function knownHolders(database: Queryable, paths: readonly string[]): Promise<Record<string, string[]>> {
  const rows = await database.query<{ service: string; paths: string[] }>(sql`
    select state->>'service' as service, array_agg(distinct split_part(key, '/', 1)) as paths from shared_state
    where type = 'attachment' and split_part(key, '/', 1) = any(${[...paths]}) and state is not null group by 1`);
  return Object.fromEntries(rows.map(({ service, paths: of }) => [service, of]));
}

/** The questions of one request whether a user may read files. A file that may be read is asked about no more. */
class Inquiry {
  readonly #services: Readonly<Record<string, HoldingService>>;
  readonly #user: string | null;
  readonly #found: Map<string, Readability>;
  /** `<service> <path>` of all questions. */
  readonly #asked = new Set<string>();
  /** By path, why a service was silent. */
  readonly #silence = new Map<string, unknown>();

  constructor(services: Readonly<Record<string, HoldingService>>, paths: readonly string[], user: string | null) {
    this.#services = services;
    this.#user = user;
    this.#found = new Map(paths.map((path) => [path, { readable: false, held: false }]));
  }

  /** Asks services about files, all at once; each at most once about each file. */
  async ask(questions: Readonly<Record<string, readonly string[]>>): Promise<void> {
    const open = Object.entries(questions).map(([name, paths]) => [name, paths.filter((path) => this.#isOpen(name, path))] as const);
    await Promise.all(open.filter(([name, paths]) => name in this.#services && paths.length > 0).map((each) => this.#askOne(...each)));
  }

  /** Rejects when the silence of a service leaves a refusal uncertain. */
  outcome(): Map<string, Readability> {
    for (const [path, cause] of this.#silence) if (!this.#found.get(path)!.readable) throw unavailable(cause);
    return this.#found;
  }

  #isOpen(service: string, path: string): boolean {
    return !this.#asked.has(`${service} ${path}`) && !this.#found.get(path)!.readable;
  }

  async #askOne(name: string, paths: string[]): Promise<void> {
    paths.forEach((path) => this.#asked.add(`${name} ${path}`));
    try {
      const { files } = await this.#services[name]!.findReadable({ user: this.#user, paths });
      for (const { path, readable, held } of files) {
        const before = this.#found.get(path)!;
        this.#found.set(path, { readable: readable || before.readable, held: held || before.held });
      }
    } catch (error) {
      paths.forEach((path) => this.#silence.set(path, error));
    }
  }
}

const latest = (one: Date | null, other: Date | null): Date | null => (one === null || (other !== null && other > one) ? other : one);
