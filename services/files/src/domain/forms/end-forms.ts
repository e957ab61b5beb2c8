import { sql } from '@partner-ordering/data';
import type { StoredParts } from '../parts.ts';

const BATCH = 100;
/** When an upload that is there is looked at again: it may have been removed or kept by then. */
const AGAIN_MS = 60 * 60 * 1000;

/**
 * Ends the reservations of forms with which nothing can arrive any more. The bytes of an upload to a bucket count until it is recorded or
 * removed. Stops between two batches when `signal` aborts.
 */
export async function endForms({ database, storage }: StoredParts, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const rows = await database.query<{ path: string }>(
      sql`select path from upload_form where reserved_until < ${now} order by reserved_until limit ${BATCH}`,
    );
    if (rows.length === 0) return;
    const forms = await Promise.all(rows.map(async ({ path }) => ({ path, sizeBytes: (await storage.direct?.find(path))?.sizeBytes })));
    const withUpload = forms.filter(({ sizeBytes }) => sizeBytes !== undefined);
    const withoutUpload = forms.filter(({ sizeBytes }) => sizeBytes === undefined).map(({ path }) => path);
    await database.query(sql`delete from upload_form where path = any(${withoutUpload}) and reserved_until < ${now}`);
    // An upload that waits to be kept is the file, whose bytes count already.
    await database.query(sql`update upload_form u set used_at = coalesce(u.used_at, ${now}), reserved_until = ${new Date(now.getTime() + AGAIN_MS)},
        reserved_bytes = case when exists (select from file f where f.path = u.path and f.upload_tag is not null and f.lost_at is null) then 0 else l.size end
      from unnest(${withUpload.map(({ path }) => path)}::text[], ${withUpload.map(({ sizeBytes }) => sizeBytes)}::bigint[]) as l (path, size)
      where u.path = l.path and u.reserved_until < ${now}`);
  }
}
