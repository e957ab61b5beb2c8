import { LockMode } from '@mikro-orm/postgresql';
import { DAY_MS, type DomainRefusal, invalid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { faults } from '../faults.ts';
import { avatarOf, avatarPath, drawAvatar } from './avatar.ts';
import { File, retentionEnd, lockPath } from './file.ts';
import { organizationFor, lockOwners } from './forms/reserve.ts';
import type { QuotaParts } from './parts.ts';

/** Whether a path is that of an avatar, which every user may read. */
export const isAvatar = (path: string): boolean => avatarPath(path) === path;

/** A named avatar is kept for at least this time, so that it can be attached. */
const NAMED_MS = DAY_MS;

/**
 * Draws and records the avatars among the paths that a user names or reads, and answers the 400 of those beyond the quota. Anybody can
 * make up names, so each counts for its first user like an upload. Unused ones are removed, and come back.
 */
export async function recordAvatars(
  parts: QuotaParts,
  { user, paths }: { user: string; paths: readonly string[] },
  now: Date,
): Promise<Map<string, DomainRefusal>> {
  const refused = new Map<string, DomainRefusal>();
  for (const path of new Set(paths.filter(isAvatar))) {
    const refusal = await recordAvatar(parts, { user, path }, now);
    if (refusal) refused.set(path, refusal);
  }
  return refused;
}

async function recordAvatar(
  { database, storage, quotas }: QuotaParts,
  { user, path }: { user: string; path: string },
  now: Date,
): Promise<DomainRefusal | undefined> {
  const until = new Date(now.getTime() + NAMED_MS);
  if ((await database.query(sql`select 1 from file where path = ${path} and kept_until > ${until}`)).length > 0) return undefined;
  const avatar = avatarOf(path)!;
  const content = await drawAvatar(avatar);
  return database.transactional(async (tx) => {
    await lockPath(tx, path);
    // Locks the row, as a run may be removing it.
    const present = await tx.em.findOne(File, { path }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { sha256 } = await storage.put(path, content);
    // Other uploads for the same organization wait from here on.
    const allocation = present
      ? { organization: present.organizationGid }
      : organizationFor(await lockOwners(tx, user, now), content.length, quotas);
    if ('fullQuota' in allocation) {
      await storage.remove(path);
      const { leftBytes: left, maxBytes: max, of } = allocation.fullQuota;
      return invalid(faults.quota_full('file', { bytes_left: left, max, quota_of: of }));
    }
    const image = { width: avatar.side, height: avatar.side };
    const drawn = { name: path, contentType: 'image/png', image, sizeBytes: content.length, sha256, uploadTag: null };
    const file = present ?? File.upload({ path, uploader: user }, drawn, now, allocation.organization);
    Object.assign(file, { sizeBytes: content.length, sha256, keptUntil: retentionEnd(now), isDecodable: true });
    tx.em.persist(file);
    return undefined;
  });
}
