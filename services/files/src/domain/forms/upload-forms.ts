import { newGid } from '@partner-ordering/kernel';
import { sql, type Queryable } from '@partner-ordering/data';
import type { UploadForm, UploadGrant } from '../../storage/storage.ts';
import type { QuotaParts, StoredParts } from '../parts.ts';
import { formExpiry, IssuedForm } from './issued-form.ts';
import { LEAST_BYTES } from './quotas.ts';
import { lockOwners, reserve } from './reserve.ts';

/** A form with less time left is not given again. */
const USEFUL_MS = 15 * 60 * 1000;

/**
 * The form with which a user can upload one file: the same until an upload with it begins or its time runs out. It allows as much as the
 * quotas leave; when that is nothing of use, 0 bytes.
 */
export async function formFor(parts: QuotaParts, user: string, now: Date): Promise<UploadForm> {
  const open = await openForm(parts.database, user, now);
  if (open && !(await hasArrived(parts, open.path, now))) return parts.storage.uploadForm(open);
  return issueForm(parts, { user, isRepeated: true }, now);
}

/** A new form, for one file of `size` bytes if that is known. `formFor` gives it again if it `isRepeated`. */
export async function issueForm(
  { database, storage, quotas }: QuotaParts,
  { user, isRepeated, size }: { user: string; isRepeated: boolean; size?: number | undefined },
  now: Date,
): Promise<UploadForm> {
  const maxSizeBytes = Math.min(size ?? Infinity, quotas.uploadBytes);
  const leastBytes = size === undefined ? LEAST_BYTES : maxSizeBytes;
  const request = { path: newGid(), uploader: user, maxSizeBytes, expiresAt: formExpiry(now) };
  const form = await database.transactional(async (tx): Promise<UploadGrant> => {
    if (isRepeated) {
      await lockOwners(tx, user, now);
      // Another request of the user may have been faster.
      const present = await openForm(tx, user, now);
      if (present) return present;
    }
    const reserved = await reserve(tx, { ...request, leastBytes, isDirect: storage.direct !== undefined, isRepeated }, { quotas, now });
    return reserved instanceof IssuedForm ? reserved.grant : { ...request, maxSizeBytes: 0 };
  });
  return storage.uploadForm(form);
}

async function openForm(queryable: Queryable, user: string, now: Date): Promise<UploadGrant | undefined> {
  const usefulUntil = new Date(now.getTime() + USEFUL_MS);
  const [form] = await queryable.query<{ path: string; size: string; expires: string }>(sql`
    select path, max_size_bytes::text as size, expires_at::text as expires from upload_form
    where uploader_gid = ${user} and is_repeated and used_at is null and expires_at > ${usefulUntil} order by expires_at desc limit 1`);
  return form && { path: form.path, uploader: user, maxSizeBytes: Number(form.size), expiresAt: new Date(form.expires) };
}

/** Whether an upload is in the bucket. Its bytes then count in place of the reservation, until it is recorded or removed. */
async function hasArrived({ database, storage }: StoredParts, path: string, now: Date): Promise<boolean> {
  const upload = await storage.direct?.find(path);
  if (!upload) return false;
  await database.query(
    sql`update upload_form set used_at = ${now}, reserved_bytes = ${upload.sizeBytes} where path = ${path} and used_at is null`,
  );
  return true;
}
