import { LockMode } from '@mikro-orm/postgresql';
import { type Database, sql } from '@partner-ordering/data';
import type { Storage } from '../storage/storage.ts';
import { avatarOf, avatarPath, drawAvatar } from './avatar.ts';
import { File, keptFrom, NOBODY } from './file.ts';
import { lockPath } from './path-lock.ts';

/** Whether a path is that of an avatar. Whoever is signed in may read it. */
export const isAvatar = (path: string): boolean => avatarPath(path) === path;

/** How long an avatar is kept at least once it was named, so that it is still there when it is attached. */
const NAMED_MS = 24 * 60 * 60 * 1000;

/**
 * Makes files of the avatars among these paths: they are drawn from their names, and recorded when somebody first names one as a file. They go
 * like files that are attached to nothing, and come back.
 */
export async function recordAvatars(parts: { database: Database; storage: Storage }, paths: readonly string[], now: Date): Promise<void> {
  for (const path of paths.filter(isAvatar)) await recordAvatar(parts, path, now);
}

async function recordAvatar({ database, storage }: { database: Database; storage: Storage }, path: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + NAMED_MS);
  if ((await database.query(sql`select 1 from file where path = ${path} and kept_until > ${until}`)).length > 0) return;
  const avatar = avatarOf(path)!;
  const content = await drawAvatar(avatar);
  await database.transactional(async (tx) => {
    await lockPath(tx, path);
    // Locked: it may be just being removed.
    const present = await tx.em.findOne(File, { path }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { sha256 } = await storage.put(path, content);
    const image = { width: avatar.side, height: avatar.side };
    const drawn = { name: path, contentType: 'image/png', image, sizeBytes: content.length, sha256, uploadTag: null };
    const file = present ?? File.upload({ path, uploader: NOBODY }, drawn, now);
    Object.assign(file, { sizeBytes: content.length, sha256, keptUntil: keptFrom(now) });
    tx.em.persist(file);
  });
}
