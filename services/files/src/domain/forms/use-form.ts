import { LockMode } from '@mikro-orm/postgresql';
import { ProtocolRefusal } from '@partner-ordering/http';
import { invalid } from '@partner-ordering/kernel';
import { sql, type Database, type Queryable, type Transaction } from '@partner-ordering/data';
import { faults } from '../../faults.ts';
import type { UploadGrant } from '../../storage/storage.ts';
import type { QuotaParts } from '../parts.ts';
import { formExpiry, IssuedForm } from './issued-form.ts';
import { LEAST_BYTES } from './quotas.ts';
import { reserve, type RemainingQuota } from './reserve.ts';

/**
 * Begins an upload of at most `bytes` with a form, and answers what it may have. A form that reserves nothing, or too little, reserves now.
 * 400 for a form that was used; 429 with `Retry-After` when nothing is left.
 */
export async function beginUpload(
  { database, storage, quotas }: QuotaParts,
  grant: UploadGrant,
  { now, bytes }: { now: Date; bytes: number },
): Promise<UploadGrant> {
  const form = await database.transactional(async (tx) => {
    const issued = await tx.em.findOne(IssuedForm, { path: grant.path }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (issued && issued.reservedBytes >= Math.min(issued.maxSizeBytes, bytes)) {
      issued.begin(now, bytes);
      return issued;
    }
    if (issued) await tx.em.remove(issued).flush();
    if ((await tx.query(sql`select 1 from file where path = ${grant.path}`)).length > 0) throw invalid(faults.form_already_used('key'));
    // A form for 0 bytes may have more by now; any other keeps its word.
    const maxSizeBytes = grant.maxSizeBytes || quotas.uploadBytes;
    const request = { ...grant, maxSizeBytes, leastBytes: Math.min(LEAST_BYTES, maxSizeBytes), expiresAt: formExpiry(now) };
    const reserved = await reserve(tx, { ...request, isDirect: storage.direct !== undefined, isRepeated: false }, { quotas, now });
    if (!(reserved instanceof IssuedForm)) throw await quotaRefusal(tx, reserved, now);
    reserved.begin(now, bytes);
    return reserved;
  });
  return form.grant;
}

/** Cancels the reservation of a failed upload. Its form can be sent again until it expires. */
export async function cancelReservation(database: Database, path: string): Promise<void> {
  await database.query(sql`update upload_form set used_at = null, reserved_bytes = 0, reserved_until = expires_at where path = ${path}`);
}

/**
 * Ends the reservation of a file that is recorded, and answers the organization that the file counts for. A bucket takes its form again
 * until it expires, so that row stays.
 */
export async function endReservation(
  tx: Transaction,
  path: string,
  { isDirect, now }: { isDirect: boolean; now: Date },
): Promise<string | null> {
  const [form] = await tx.query<{ organization: string | null }>(
    isDirect
      ? sql`update upload_form set reserved_bytes = 0, used_at = coalesce(used_at, ${now}) where path = ${path} returning organization_gid as organization`
      : sql`delete from upload_form where path = ${path} returning organization_gid as organization`,
  );
  return form?.organization ?? null;
}

/** The wait if no form expires and files have to be removed first. */
const LONGEST_WAIT_S = 3600;

async function quotaRefusal(queryable: Queryable, quota: RemainingQuota, now: Date): Promise<ProtocolRefusal> {
  const [next] = await queryable.query<{ at: string | null }>(sql`select min(expires_at)::text as at from upload_form
    where (uploader_gid = ${quota.gid} or organization_gid = ${quota.gid}) and expires_at > ${now}`);
  const waitS = next?.at ? Math.ceil((Date.parse(next.at) - now.getTime()) / 1000) : LONGEST_WAIT_S;
  const { of, leftBytes, maxBytes, leftForms, maxForms } = quota;
  const message =
    leftForms > 0
      ? `Nothing can be uploaded until files are removed or forms expire: ${leftBytes} of ${maxBytes} bytes are left for the ${of}`
      : `Nothing can be uploaded until forms expire: the ${of} has ${maxForms} of them, the most there may be; ${leftBytes} bytes are left`;
  const headers = { 'Retry-After': String(Math.min(Math.max(waitS, 1), LONGEST_WAIT_S)) };
  return new ProtocolRefusal({ status: 429, reason: 'quota_full', message, headers });
}
