import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { DAY_MS, invalid, notFound } from '@partner-ordering/kernel';
import { deleteInSteps, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { faults } from '../faults.ts';
import type { Organization } from './organization.ts';
import { Invitation } from './invitation.ts';
import { endMailTokens, useMailToken } from './mail-token.ts';

/** Time for which an expired invitation is listed and can be sent again. */
const KEPT_MS = 30 * DAY_MS;

/** The open invitation of a token; 404 if it is unknown, expired, used or withdrawn. `lock` it to use it up. */
export async function openInvitation(em: EntityManager, token: string, now: Date, { lock = false } = {}): Promise<Invitation> {
  const invitation = await em.findOne(Invitation, { token }, lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {});
  if (!invitation?.isOpen(now)) throw notFound('invitation');
  return invitation;
}

/** Whether the code shows that the mail of the invitation was read; 400 for a code that is none. */
export async function isCodeOf(tx: Queryable, { gid, email }: Invitation, code: string | undefined, now: Date): Promise<boolean> {
  if (code === undefined) return false;
  const used = await useMailToken(tx, { purpose: 'invitation', token: code }, now);
  if (used?.subject !== gid || used.address !== email) throw invalid(faults.wrong_or_expired('code'));
  return true;
}

/** Removes a used or withdrawn invitation, with the codes of its mails. */
export async function removeInvitation(tx: Transaction, invitation: Invitation, now: Date): Promise<void> {
  await endMailTokens(tx, { subject: invitation.gid, purposes: ['invitation'] }, now);
  tx.em.remove(invitation);
}

/** 400 for an address that belongs to a member. Deletes an expired invitation to the same address. */
export async function mustBeInvitable(tx: Transaction, email: string, { gid }: Organization, now: Date): Promise<void> {
  const members = await tx.query(sql`
    select from membership m join "user" u on u.gid = m.user_gid
    where m.organization_gid = ${gid} and lower(u.email) = lower(${email.normalize('NFC')})`);
  if (members.length > 0) throw invalid(faults.invitee_already_member('email'));
  await tx.query(sql`
    delete from invitation where organization_gid = ${gid} and lower(email) = lower(${email.normalize('NFC')}) and expires_at <= ${now}`);
}

/** Removes invitations long after they expired: they hold somebody's address. */
export async function removeExpiredInvitations(database: Queryable, { now, signal }: { now: Date; signal: AbortSignal }): Promise<void> {
  const where = sql`expires_at < ${new Date(now.getTime() - KEPT_MS)}`;
  await deleteInSteps(database, { table: 'invitation', by: 'expires_at', where }, signal);
}
