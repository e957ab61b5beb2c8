import { LockMode } from '@mikro-orm/postgresql';
import { DAY_MS, type Failure, invalid } from '@partner-ordering/kernel';
import { type Database, sql } from '@partner-ordering/data';
import { refusals } from '../storage/refusals.ts';
import type { Storage } from '../storage/storage.ts';
import { avatarOf, avatarPath, drawAvatar } from './avatar.ts';
import { File, keptFrom } from './file.ts';
import type { Quotas } from './forms/quotas.ts';
import { chargeable, lockOwners } from './forms/reserve.ts';
import { lockPath } from './path-lock.ts';

/** Whether a path is that of an avatar. Whoever is signed in may read it. */
export const isAvatar = (path: string): boolean => avatarPath(path) === path;

/** How long an avatar is kept at least once it was named, so that it is still there when it is attached. */
const NAMED_MS = DAY_MS;

/** What making files of avatars takes. */
export interface AvatarParts {
  database: Database;
  storage: Storage;
  quotas: Quotas;
}

/**
 * Makes files of the avatars among these paths, which a user names or reads as files: they are drawn from their names, and recorded when
 * somebody first does so. As anybody can make up names, each counts for that user like an upload. They go like files that are attached to
 * nothing, and come back. Answers by path why one cannot become a file: the user has no bytes left.
 */
export async function recordAvatars(
  parts: AvatarParts,
  { user, paths }: { user: string; paths: readonly string[] },
  now: Date,
): Promise<Map<string, Failure>> {
  const refused = new Map<string, Failure>();
  for (const path of new Set(paths.filter(isAvatar))) {
    const refusal = await recordAvatar(parts, { user, path }, now);
    if (refusal) refused.set(path, refusal);
  }
  return refused;
}

async function recordAvatar(
  { database, storage, quotas }: AvatarParts,
  { user, path }: { user: string; path: string },
  now: Date,
): Promise<Failure | undefined> {
  const until = new Date(now.getTime() + NAMED_MS);
  if ((await database.query(sql`select 1 from file where path = ${path} and kept_until > ${until}`)).length > 0) return undefined;
  const avatar = avatarOf(path)!;
  const content = await drawAvatar(avatar);
  return database.transactional(async (tx) => {
    await lockPath(tx, path);
    // Locked: it may be just being removed.
    const present = await tx.em.findOne(File, { path }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { sha256 } = await storage.put(path, content);
    // Others who upload for the same organization wait from here on.
    const counted = present
      ? { organization: present.organizationGid }
      : chargeable(await lockOwners(tx, user, now), content.length, quotas);
    if ('lack' in counted) {
      await storage.remove(path);
      return invalid({ path: 'file', message: refusals.noRoomForAvatar(counted.lack) });
    }
    const image = { width: avatar.side, height: avatar.side };
    const drawn = { name: path, contentType: 'image/png', image, sizeBytes: content.length, sha256, uploadTag: null };
    const file = present ?? File.upload({ path, uploader: user }, drawn, now, counted.organization);
    Object.assign(file, { sizeBytes: content.length, sha256, keptUntil: keptFrom(now) });
    tx.em.persist(file);
    return undefined;
  });
}
