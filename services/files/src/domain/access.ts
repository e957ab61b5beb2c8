import { DAY_MS } from '@partner-ordering/kernel';
import type { Principal } from '@partner-ordering/kernel';
import { isAvatar } from './avatar-file.ts';
import type { FileRow } from './find-file.ts';
import type { HolderLookup, Readability } from './holders.ts';

/** A user who reads or names a file. */
type Reader = Pick<Principal, 'user' | 'isAdmin'>;

/** Time for the uploader to name a file after its upload or last detachment: a day less than it is kept. */
const NAMING_MS = 6 * DAY_MS;

/** Users who see a holder read its file. The uploader reads it while nothing holds it, admins read every file, everybody reads avatars. */
export async function mayRead(file: FileRow, { user, isAdmin }: Reader, holders: HolderLookup): Promise<boolean> {
  if (isAdmin || isAvatar(file.path)) return true;
  const answer = (await holders.readable([file.path], user)).get(file.path)!;
  // Its own events say whether a silent service holds a new upload.
  return (!answer.held && file.uploader === user) || isReadable(answer);
}

/** Throws where a service is silent whose answer matters. */
function isReadable({ readable, silence }: Readability): boolean {
  if (silence !== undefined) throw silence;
  return readable;
}

/** Whether a holder of the file is public. */
export const isPublic = async ({ path }: Pick<FileRow, 'path'>, holders: Pick<HolderLookup, 'readable'>): Promise<boolean> =>
  isReadable((await holders.readable([path], null)).get(path)!);

/**
 * Paths of the files that a user may name in a request. The uploader and admins may name a file for 6 days after its upload or last
 * detachment. Users who see a holder may always name its file, and everybody may name an avatar.
 */
export async function nameablePaths(
  files: readonly FileRow[],
  reader: Reader,
  { holders, now }: { holders: HolderLookup; now: Date },
): Promise<Set<string>> {
  const isRecent = (at: Date | null): boolean => at !== null && now.getTime() - at.getTime() < NAMING_MS;
  const isOwn = ({ uploader }: FileRow): boolean => reader.isAdmin || uploader === reader.user;
  const isGranted = (file: FileRow): boolean => isAvatar(file.path) || (isOwn(file) && isRecent(file.createdAt));
  const granted = new Set(pathsOf(files.filter(isGranted)));
  const undecided = () => files.filter(({ path }) => !granted.has(path));
  if (undecided().length === 0) return granted;
  const readable = await holders.readable(pathsOf(undecided()), reader.user);
  readable.forEach((answer, path) => void (isReadable(answer) && granted.add(path)));
  const ownFiles = undecided().filter(isOwn);
  if (ownFiles.length === 0) return granted;
  const held = await holders.held(pathsOf(ownFiles));
  held.forEach(({ endedAt }, path) => void (isRecent(endedAt) && granted.add(path)));
  return granted;
}

const pathsOf = (files: readonly FileRow[]): string[] => files.map(({ path }) => path);
