import { sql } from '@partner-ordering/data';
import { ProtocolRefusal } from '@partner-ordering/http';
import type { Storage } from '../storage/storage.ts';
import type { StoredParts } from './parts.ts';

/** 404 for a kept file whose content is gone from the storage; names it where the request has several. */
export async function mustHaveContent({ storage }: { storage: Pick<Storage, 'exists'> }, path: string, name = 'this file'): Promise<void> {
  if (await storage.exists(path)) return;
  throw new ProtocolRefusal({ status: 404, reason: 'file_lost', message: `The content of ${name} is lost` });
}

/** Files that are looked for at the same time. */
const PAGE = 16;

/** The kept files whose content is gone from the storage. */
export async function* lostFiles({ database, storage }: StoredParts): AsyncGenerator<{ path: string; createdAt: string }> {
  for (let last = ''; ;) {
    const files = await database.query<{ path: string; createdAt: string }>(sql`
      select path, created_at::text as "createdAt" from file
      where path > ${last} and upload_tag is null and lost_at is null order by path limit ${PAGE}`);
    const areThere = await Promise.all(files.map(({ path }) => storage.exists(path)));
    yield* files.filter((_, index) => !areThere[index]);
    if (files.length < PAGE) return;
    last = files.at(-1)!.path;
  }
}
