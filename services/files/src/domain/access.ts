import { sql, type Queryable } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import type { Principal } from '@partner-ordering/kernel';
import { isAvatar } from './avatar-file.ts';
import type { FileRow } from './find-file.ts';
import type { Holders } from './holders.ts';

/** Who reads or names a file. */
type Reader = Pick<Principal, 'user' | 'isAdmin'>;

/**
 * How long the uploader may name a file, from its upload or after it was last detached: a day less than it is kept, see
 * docs/architecture.md.
 */
const NAMING_MS = 6 * DAY_MS;

/**
 * Whether a user may read a file. An attached file may be read by those who see a resource that it is attached to, any other file by its
 * uploader. Admins read everything, and everybody reads avatars.
 */
export async function mayRead(file: FileRow, { user, isAdmin }: Reader, holders: Holders): Promise<boolean> {
  if (isAdmin || isAvatar(file.path)) return true;
  const { readable, held } = (await holders.readable([file.path], user)).get(file.path)!;
  return readable || (!held && file.uploader === user);
}

/** Whether everybody may read a file, since it is attached to something whose files are public. */
export const isPublic = async ({ path }: Pick<FileRow, 'path'>, holders: Pick<Holders, 'readable'>): Promise<boolean> =>
  (await holders.readable([path], null)).get(path)!.readable;

/**
 * Paths of the files that a user may name in a request, so that they are attached to something more. The uploader and admins may within 6
 * days of the upload or of when it was last detached; after that, and everybody else, by seeing a resource that the file is attached to.
 * Everybody may name avatars.
 */
export async function nameable(
  files: readonly FileRow[],
  reader: Reader,
  { holders, now }: { holders: Holders; now: Date },
): Promise<Set<string>> {
  const isRecent = (at: Date | null): boolean => at !== null && now.getTime() - at.getTime() < NAMING_MS;
  const isOwn = ({ uploader }: FileRow): boolean => reader.isAdmin || uploader === reader.user;
  const isGranted = (file: FileRow): boolean => isAvatar(file.path) || (isOwn(file) && isRecent(file.createdAt));
  const granted = new Set(pathsOf(files.filter(isGranted)));
  const open = () => files.filter(({ path }) => !granted.has(path));
  if (open().length === 0) return granted;
  const readable = await holders.readable(pathsOf(open()), reader.user);
  readable.forEach((of, path) => void (of.readable && granted.add(path)));
  const own = open().filter(isOwn);
  if (own.length === 0) return granted;
  const held = await holders.held(pathsOf(own));
  held.forEach(({ endedAt }, path) => void (isRecent(endedAt) && granted.add(path)));
  return granted;
}

const pathsOf = (files: readonly FileRow[]): string[] => files.map(({ path }) => path);

/** Whether a user is an admin, by this service's replica. */
export async function isAdmin(database: Queryable, user: string): Promise<boolean> {
  const rows = await database.query(sql`select 1 from shared_state
    where type = 'principal' and key = ${user} and (state->>'is_enabled')::boolean and state->'roles' ? 'admin'`);
  return rows.length > 0;
}
