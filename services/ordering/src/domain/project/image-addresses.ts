import { sql, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';

/** How far the way through the files has come: the last gid of the step before, null at the beginning. */
export interface ImageAddressStep {
  done_to: string | null;
}

const STEP_ROWS = 1_000;

/** Types of the files that files shows as images. */
const imageTypes = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/**
 * Gives images that were attached before their address was stored the one that files has for them, which stands beside that of the file.
 * Doing it again changes nothing. Answers the next step; undefined at the end.
 */
export async function findImageAddresses(tx: Transaction, { done_to: doneTo }: ImageAddressStep): Promise<ImageAddressStep | undefined> {
  const after = doneTo ?? NIL_GID;
  const [last] = await tx.query<{ gid: string }>(
    sql`select gid from (select gid from project_file where gid > ${after} order by gid limit ${STEP_ROWS}) rows order by gid desc limit 1`,
  );
  if (!last) return undefined;
  await tx.query(sql`update project_file set image_url = regexp_replace(url, '/v1/storage/([^/]+)$', '/v1/img/\\1')
    where gid > ${after} and gid <= ${last.gid} and image_url is null and content_type = any(${imageTypes}) and url ~ '/v1/storage/[^/]+$'`);
  return { done_to: last.gid };
}
