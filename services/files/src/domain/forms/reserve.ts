import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { IssuedForm, type FormRequest } from './issued-form.ts';
import { MAX_ORGANIZATION_FORMS, MAX_USER_FORMS, type Quotas } from './quotas.ts';

/** A user or an organization of theirs, with what counts for it. */
interface QuotaOwner {
  gid: string;
  bytes: number;
  forms: number;
}

/** The rest of the quota of an owner. */
export interface RemainingQuota extends QuotaOwner {
  of: 'user' | 'organization';
  leftBytes: number;
  maxBytes: number;
  leftForms: number;
  maxForms: number;
}

/** The most that a form may allow; it allows less if less is left. */
export interface Reservation extends FormRequest {
  /** A smaller form is of no use. */
  leastBytes: number;
}

/**
 * Locks the counts of a user and their organizations, and answers them, the user's first. Only reservations add bytes, so no quota is
 * exceeded until the transaction ends.
 */
export async function lockOwners(tx: Transaction, user: string, now: Date): Promise<QuotaOwner[]> {
  const gids = [user, ...(await organizationsOf(tx, user))];
  await tx.query(sql`insert into stored_bytes (owner_gid, bytes) select owner, 0 from unnest(${gids}::uuid[]) owner order by owner
    on conflict do nothing`);
  const rows = await tx.query<{ gid: string; bytes: string }>(
    sql`select owner_gid as gid, bytes::text from stored_bytes where owner_gid = any(${gids}::uuid[]) order by owner_gid for update`,
  );
  const forms = await openForms(tx, user, gids, now);
  const byGid = new Map(rows.map(({ gid, bytes }) => [gid, Number(bytes)]));
  return gids.map((gid) => ({ gid, bytes: byGid.get(gid)!, forms: forms.get(gid) ?? 0 }));
}

/** The user's organizations, by this service's replica. */
async function organizationsOf(queryable: Queryable, user: string): Promise<string[]> {
  const rows = await queryable.query<{ gid: string }>(sql`select distinct membership->>'organization' as gid from shared_state,
    jsonb_array_elements(state->'memberships') membership where type = 'principal' and key = ${user} and state is not null order by 1`);
  return rows.map(({ gid }) => gid);
}

async function openForms(tx: Transaction, user: string, gids: readonly string[], now: Date): Promise<Map<string, number>> {
  const rows = await tx.query<{ gid: string; forms: number }>(sql`
    select uploader_gid as gid, count(*)::int as forms from upload_form where uploader_gid = ${user} and expires_at > ${now} group by 1
    union all
    select organization_gid, count(*)::int from upload_form where organization_gid = any(${[...gids]}::uuid[]) and expires_at > ${now} group by 1`);
  return new Map(rows.map(({ gid, forms }) => [gid, forms]));
}

/**
 * Reserves a form's bytes for the user and for their organization with the most left. If too little is left, ends the oldest unused forms
 * of the user that make room. Answers the owner without room if all of them do not suffice.
 */
export async function reserve(
  tx: Transaction,
  reservation: Reservation,
  { quotas, now }: { quotas: Quotas; now: Date },
): Promise<IssuedForm | RemainingQuota> {
  const owners = await lockOwners(tx, reservation.uploader, now);
  const reserved = await reserveRemaining(tx, reservation, owners, quotas);
  // An upload with an ended form reserves again when it begins. An upload to a bucket cannot, so its form stays until it expires.
  if (reserved instanceof IssuedForm || reservation.isDirect) return reserved;
  const endedPaths = await formsToEnd(tx, reservation, owners, { quotas, now });
  if (endedPaths.length === 0) return reserved;
  await tx.query(sql`delete from upload_form where path = any(${endedPaths})`);
  return reserveRemaining(tx, reservation, await lockOwners(tx, reservation.uploader, now), quotas);
}

/** Paths of the oldest unused forms whose end makes room for a reservation; none if all of them do not suffice. */
async function formsToEnd(
  tx: Transaction,
  { uploader, leastBytes }: Reservation,
  owners: readonly QuotaOwner[],
  { quotas, now }: { quotas: Quotas; now: Date },
): Promise<string[]> {
  const unused = await tx.query<{ path: string; bytes: string; forms: number; organization: string | null }>(sql`
    select path, reserved_bytes::text as bytes, (expires_at > ${now})::int as forms, organization_gid as organization
    from upload_form where uploader_gid = ${uploader} and used_at is null order by expires_at for update skip locked`);
  const ownersAfter = owners.map((owner) => ({ ...owner }));
  const endedPaths: string[] = [];
  for (const { path, bytes, forms, organization } of unused) {
    endedPaths.push(path);
    for (const owner of ownersAfter.filter(({ gid }) => gid === uploader || gid === organization)) {
      owner.bytes -= Number(bytes);
      owner.forms -= forms;
    }
    if (!remainingQuotas(ownersAfter, quotas, isEnoughFor(leastBytes)).fullQuota) return endedPaths;
  }
  return [];
}

const isEnoughFor =
  (leastBytes: number) =>
  ({ leftBytes, leftForms }: RemainingQuota): boolean =>
    leftForms > 0 && leftBytes >= leastBytes;

async function reserveRemaining(
  tx: Transaction,
  reservation: Reservation,
  owners: readonly QuotaOwner[],
  quotas: Quotas,
): Promise<IssuedForm | RemainingQuota> {
  const { user, organization, fullQuota } = remainingQuotas(owners, quotas, isEnoughFor(reservation.leastBytes));
  if (fullQuota) return fullQuota;
  const maxSizeBytes = Math.min(reservation.maxSizeBytes, user.leftBytes, organization?.leftBytes ?? Infinity);
  const form = IssuedForm.issue({ ...reservation, maxSizeBytes }, organization?.gid ?? null);
  tx.em.persist(form);
  await tx.em.flush();
  return form;
}

/** The organization, or null, for which so many bytes of a user count; or the owner without room for them. */
export function organizationFor(
  owners: readonly QuotaOwner[],
  bytes: number,
  quotas: Quotas,
): { organization: string | null } | { fullQuota: RemainingQuota } {
  const { organization, fullQuota } = remainingQuotas(owners, quotas, ({ leftBytes }) => leftBytes >= bytes);
  return fullQuota ? { fullQuota } : { organization: organization?.gid ?? null };
}

/** The rest for the user and for their organization with enough and most room, and the owner without room. */
function remainingQuotas(
  owners: readonly QuotaOwner[],
  quotas: Quotas,
  isEnough: (quota: RemainingQuota) => boolean,
): { user: RemainingQuota; organization: RemainingQuota | undefined; fullQuota: RemainingQuota | undefined } {
  const [user, ...organizations] = owners.map((owner, index) => remainingQuota(owner, index === 0 ? 'user' : 'organization', quotas));
  const byRoom = organizations.toSorted((one, other) => other.leftBytes - one.leftBytes);
  const organization = byRoom.find(isEnough) ?? byRoom[0];
  return { user: user!, organization, fullQuota: [user!, organization].find((one) => one && !isEnough(one)) };
}

function remainingQuota(owner: QuotaOwner, of: RemainingQuota['of'], quotas: Quotas): RemainingQuota {
  const [maxBytes, maxForms] = of === 'user' ? [quotas.userBytes, MAX_USER_FORMS] : [quotas.organizationBytes, MAX_ORGANIZATION_FORMS];
  const remaining = (max: number, used: number): number => Math.max(0, max - used);
  return { ...owner, of, maxBytes, maxForms, leftBytes: remaining(maxBytes, owner.bytes), leftForms: remaining(maxForms, owner.forms) };
}
